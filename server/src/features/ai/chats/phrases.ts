export interface OverviewCounts {
  themes: number;
  shown: number;
  passages: number;
}

/** Sentences of an answer, in the supported languages. */
export interface Phrases {
  marks: readonly [string, string];
  /** Added to words that were given as a quotation but are not in the transcript. */
  unverified: string;
  /** `who` is a list of names, or empty. `topic` is in the words of the question; only in English. */
  speak(
    count: number,
    of: number,
    what: 'participants' | 'documents',
    topic: string | undefined,
    who: string,
  ): string;
  /** About participants whom the question names. */
  namedSpeak(who: string, count: number, topic: string | undefined): string;
  /** The sentence before an overview. */
  overview(participants: number, documents: number, counts: OverviewCounts): string;
  /** How many say something critical or something positive. */
  lean(leaning: 'negative' | 'positive', count: number, of: number, who: string): string;
  /** In front of an answer of a model that has no verified quotation. */
  unsupported: string;
  /** The message has no topic words. */
  noWords: string;
  noPerson(name: string): string;
  noAnswer: string;
  noOthers: string;
  closest: string;
  nothingClose: string;
  otherPassages: string;
  related: string;
  differ: string;
  positive: string;
  negative: string;
  more(passages: number): string;
  records: string;
  onlyRecords: string;
  recordTypes: Record<'note' | 'card' | 'report', string>;
  and: string;
  /** How many chose the most frequent answer to a question of a survey. */
  inSurvey(count: number, of: number, option: string, question: string): string;
}

const numbers = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];
const inWords = (n: number) => numbers[n] ?? String(n);
const named = (who: string) => (who ? `: ${who}.` : '.');

const en: Phrases = {
  marks: ['“', '”'],
  unverified: 'not found word for word in the transcript',
  speak(count, of, what, topic, who) {
    const noun = of === 1 ? what.slice(0, -1) : what;
    const subject =
      of === 1 ? `The only ${noun}` : `${inWords(count)} of ${inWords(of).toLowerCase()} ${noun}`;
    const verb =
      count === 1
        ? what === 'participants'
          ? 'speaks'
          : 'says something'
        : what === 'participants'
          ? 'speak'
          : 'say something';
    return `**${subject}** ${verb} ${topic ? `about ${topic}` : 'to this question'}${named(who)}`;
  },
  namedSpeak: (who, count, topic) =>
    `**${who}** ${count === 1 ? 'speaks' : 'speak'} ${topic ? `about ${topic}` : 'to this question'}.`,
  overview: (participants, documents, { themes, shown, passages }) =>
    `${[
      ...(participants > 0
        ? [
            `**${inWords(participants)} ${participants === 1 ? 'participant speaks' : 'participants speak'}** in this material`,
          ]
        : []),
      ...(documents > 0
        ? [
            `${participants > 0 ? inWords(documents).toLowerCase() : `**${inWords(documents)}`} ${documents === 1 ? 'document' : 'documents'}${participants > 0 ? '' : '**'} ${documents === 1 ? 'belongs' : 'belong'} to it`,
          ]
        : []),
    ].join(', and ')}. ${
      themes > 0
        ? `Below ${themes === 1 ? 'is one theme' : `are ${inWords(themes).toLowerCase()} themes`}, with`
        : 'Below are'
    } ${shown === passages ? `all ${passages}` : `${shown} of ${passages}`} ${passages === 1 ? 'passage' : 'passages'}.`,
  lean: (leaning, count, of, who) =>
    `**${of === 1 ? 'The only participant' : `${inWords(count)} of ${inWords(of).toLowerCase()} participants`}** ${count === 1 ? 'says' : 'say'} something ${leaning === 'negative' ? 'critical' : 'positive'}${named(who)}`,
  unsupported: 'No quotation of the material supports this answer.',
  noWords: 'This message has no words to look for. Ask about a topic, a person or the main themes.',
  noPerson: (name) => `Nobody called ${name} speaks in this material.`,
  noAnswer: 'The material does not contain an answer to this question.',
  noOthers: 'No other participant speaks about this.',
  closest: 'These passages are closest to it:',
  nothingClose: 'No passage is close to it.',
  otherPassages: 'Other passages',
  related: 'Related passages',
  differ: 'Views differ',
  positive: 'Positive',
  negative: 'Critical',
  more: (passages) =>
    `${passages} more ${passages === 1 ? 'passage speaks' : 'passages speak'} to this question.`,
  records: 'Also in this project:',
  onlyRecords: 'No transcript speaks to this question, but other records of the project do:',
  recordTypes: { note: 'note', card: 'card', report: 'report' },
  and: 'and',
  inSurvey: (count, of, option, question) =>
    `In the survey, **${count} of ${of}** answered *${option}* to the question *${question}*.`,
};

interface Words {
  people: readonly [string, string];
  documents: readonly [string, string];
  of: string;
  /** Singular and plural of “speak to this question”. */
  speak: readonly [string, string];
  overview: string;
  more: string;
  critical: string;
  praising: string;
}

const sentences = ({ people, documents, of, speak, overview, more, critical, praising }: Words) => ({
  lean: ((leaning, count, total, who) =>
    `**${count} ${of} ${total} ${people[total === 1 ? 0 : 1]}**: ${leaning === 'negative' ? critical : praising}${named(who)}`) satisfies Phrases['lean'],
  speak: ((count, total, what, _topic, who) => {
    const noun = (what === 'participants' ? people : documents)[total === 1 ? 0 : 1];
    return `**${count} ${of} ${total} ${noun}** ${speak[count === 1 ? 0 : 1]}${named(who)}`;
  }) satisfies Phrases['speak'],
  namedSpeak: ((who, count) => `**${who}** ${speak[count === 1 ? 0 : 1]}.`) satisfies Phrases['namedSpeak'],
  overview: ((participants, files, { shown, passages }) => {
    const counts = [
      ...(participants > 0 ? [`${participants} ${people[participants === 1 ? 0 : 1]}`] : []),
      ...(files > 0 ? [`${files} ${documents[files === 1 ? 0 : 1]}`] : []),
    ];
    return `**${counts.join(', ')}**. ${overview}: ${shown} ${of} ${passages}.`;
  }) satisfies Phrases['overview'],
  more: ((passages) => `${more}: ${passages}.`) satisfies Phrases['more'],
});

const de: Phrases = {
  ...sentences({
    people: ['Person', 'Personen'],
    documents: ['Dokument', 'Dokumenten'],
    of: 'von',
    speak: ['äußert sich zu dieser Frage', 'äußern sich zu dieser Frage'],
    overview: 'Gezeigte Stellen',
    more: 'Weitere Stellen zu dieser Frage',
    critical: 'Kritik',
    praising: 'Lob',
  }),
  marks: ['„', '“'],
  unverified: 'im Transkript nicht wörtlich gefunden',
  unsupported: 'Kein Zitat aus dem Material stützt diese Antwort.',
  noWords: 'Diese Nachricht enthält keine Wörter, nach denen gesucht werden kann.',
  noPerson: (name) => `Niemand mit dem Namen ${name} spricht in diesem Material.`,
  noAnswer: 'Das Material enthält keine Antwort auf diese Frage.',
  noOthers: 'Niemand sonst äußert sich dazu.',
  closest: 'Diese Stellen kommen der Frage am nächsten:',
  nothingClose: 'Keine Stelle kommt der Frage nahe.',
  otherPassages: 'Weitere Stellen',
  related: 'Verwandte Stellen',
  differ: 'Unterschiedliche Ansichten',
  positive: 'Positiv',
  negative: 'Kritisch',
  records: 'Auch in diesem Projekt:',
  onlyRecords: 'Kein Transkript sagt etwas dazu, aber andere Einträge des Projekts:',
  recordTypes: { note: 'Notiz', card: 'Karte', report: 'Bericht' },
  and: 'und',
  inSurvey: (count, of, option, question) =>
    `In der Umfrage antworteten **${count} von ${of}** mit *${option}* auf die Frage *${question}*.`,
};

const fr: Phrases = {
  ...sentences({
    people: ['personne', 'personnes'],
    documents: ['document', 'documents'],
    of: 'sur',
    speak: ['répond à cette question', 'répondent à cette question'],
    overview: 'Passages montrés',
    more: 'Autres passages sur cette question',
    critical: 'critiques',
    praising: 'éloges',
  }),
  marks: ['«', '»'],
  unverified: 'introuvable mot pour mot dans la transcription',
  unsupported: 'Aucune citation du matériel n’appuie cette réponse.',
  noWords: 'Ce message ne contient aucun mot à rechercher.',
  noPerson: (name) => `Personne du nom de ${name} ne parle dans ce matériel.`,
  noAnswer: 'Le matériel ne contient pas de réponse à cette question.',
  noOthers: 'Personne d’autre n’en parle.',
  closest: 'Voici les passages les plus proches :',
  nothingClose: 'Aucun passage ne s’en approche.',
  otherPassages: 'Autres passages',
  related: 'Passages proches',
  differ: 'Les avis divergent',
  positive: 'Positif',
  negative: 'Critique',
  records: 'Aussi dans ce projet :',
  onlyRecords: 'Aucune transcription n’en parle, mais d’autres éléments du projet :',
  recordTypes: { note: 'note', card: 'carte', report: 'rapport' },
  and: 'et',
  inSurvey: (count, of, option, question) =>
    `Dans l’enquête, **${count} sur ${of}** ont répondu *${option}* à la question *${question}*.`,
};

const es: Phrases = {
  ...sentences({
    people: ['persona', 'personas'],
    documents: ['documento', 'documentos'],
    of: 'de',
    speak: ['habla de esta cuestión', 'hablan de esta cuestión'],
    overview: 'Pasajes mostrados',
    more: 'Más pasajes sobre esta pregunta',
    critical: 'críticas',
    praising: 'elogios',
  }),
  marks: ['«', '»'],
  unverified: 'no se encontró palabra por palabra en la transcripción',
  unsupported: 'Ninguna cita del material respalda esta respuesta.',
  noWords: 'Este mensaje no contiene palabras que buscar.',
  noPerson: (name) => `Nadie llamado ${name} habla en este material.`,
  noAnswer: 'El material no contiene una respuesta a esta pregunta.',
  noOthers: 'Nadie más habla de ello.',
  closest: 'Estos son los pasajes más cercanos:',
  nothingClose: 'Ningún pasaje se acerca.',
  otherPassages: 'Otros pasajes',
  related: 'Pasajes relacionados',
  differ: 'Opiniones distintas',
  positive: 'Positivo',
  negative: 'Crítico',
  records: 'También en este proyecto:',
  onlyRecords: 'Ninguna transcripción habla de ello, pero sí otros elementos del proyecto:',
  recordTypes: { note: 'nota', card: 'tarjeta', report: 'informe' },
  and: 'y',
  inSurvey: (count, of, option, question) =>
    `En la encuesta, **${count} de ${of}** respondieron *${option}* a la pregunta *${question}*.`,
};

const it: Phrases = {
  ...sentences({
    people: ['persona', 'persone'],
    documents: ['documento', 'documenti'],
    of: 'su',
    speak: ['parla di questa domanda', 'parlano di questa domanda'],
    overview: 'Passaggi mostrati',
    more: 'Altri passaggi su questa domanda',
    critical: 'critiche',
    praising: 'apprezzamenti',
  }),
  marks: ['«', '»'],
  unverified: 'non trovato parola per parola nella trascrizione',
  unsupported: 'Nessuna citazione del materiale sostiene questa risposta.',
  noWords: 'Questo messaggio non contiene parole da cercare.',
  noPerson: (name) => `Nessuno di nome ${name} parla in questo materiale.`,
  noAnswer: 'Il materiale non contiene una risposta a questa domanda.',
  noOthers: 'Nessun altro ne parla.',
  closest: 'Questi sono i passaggi più vicini:',
  nothingClose: 'Nessun passaggio si avvicina.',
  otherPassages: 'Altri passaggi',
  related: 'Passaggi vicini',
  differ: 'Opinioni diverse',
  positive: 'Positivo',
  negative: 'Critico',
  records: 'Anche in questo progetto:',
  onlyRecords: 'Nessuna trascrizione ne parla, ma altri elementi del progetto sì:',
  recordTypes: { note: 'nota', card: 'scheda', report: 'rapporto' },
  and: 'e',
  inSurvey: (count, of, option, question) =>
    `Nel sondaggio, **${count} su ${of}** hanno risposto *${option}* alla domanda *${question}*.`,
};

const pt: Phrases = {
  ...sentences({
    people: ['pessoa', 'pessoas'],
    documents: ['documento', 'documentos'],
    of: 'de',
    speak: ['fala desta questão', 'falam desta questão'],
    overview: 'Trechos mostrados',
    more: 'Mais trechos sobre esta pergunta',
    critical: 'críticas',
    praising: 'elogios',
  }),
  marks: ['“', '”'],
  unverified: 'não encontrado palavra por palavra na transcrição',
  unsupported: 'Nenhuma citação do material apoia esta resposta.',
  noWords: 'Esta mensagem não contém palavras para procurar.',
  noPerson: (name) => `Ninguém chamado ${name} fala neste material.`,
  noAnswer: 'O material não contém uma resposta a esta pergunta.',
  noOthers: 'Mais ninguém fala disso.',
  closest: 'Estes são os trechos mais próximos:',
  nothingClose: 'Nenhum trecho se aproxima.',
  otherPassages: 'Outros trechos',
  related: 'Trechos relacionados',
  differ: 'Opiniões diferentes',
  positive: 'Positivo',
  negative: 'Crítico',
  records: 'Também neste projeto:',
  onlyRecords: 'Nenhuma transcrição fala disso, mas outros registros do projeto sim:',
  recordTypes: { note: 'nota', card: 'cartão', report: 'relatório' },
  and: 'e',
  inSurvey: (count, of, option, question) =>
    `Na pesquisa, **${count} de ${of}** responderam *${option}* à pergunta *${question}*.`,
};

const nl: Phrases = {
  ...sentences({
    people: ['deelnemer', 'deelnemers'],
    documents: ['document', 'documenten'],
    of: 'van de',
    speak: ['zegt iets over deze vraag', 'zeggen iets over deze vraag'],
    overview: 'Getoonde passages',
    more: 'Meer passages over deze vraag',
    critical: 'kritiek',
    praising: 'lof',
  }),
  marks: ['“', '”'],
  unverified: 'niet woordelijk in het transcript gevonden',
  unsupported: 'Geen citaat uit het materiaal ondersteunt dit antwoord.',
  noWords: 'Dit bericht bevat geen woorden om naar te zoeken.',
  noPerson: (name) => `Niemand met de naam ${name} spreekt in dit materiaal.`,
  noAnswer: 'Het materiaal bevat geen antwoord op deze vraag.',
  noOthers: 'Niemand anders zegt er iets over.',
  closest: 'Deze passages komen het dichtst in de buurt:',
  nothingClose: 'Geen passage komt in de buurt.',
  otherPassages: 'Andere passages',
  related: 'Verwante passages',
  differ: 'Meningen verschillen',
  positive: 'Positief',
  negative: 'Kritisch',
  records: 'Ook in dit project:',
  onlyRecords: 'Geen transcript zegt er iets over, maar andere onderdelen van het project wel:',
  recordTypes: { note: 'notitie', card: 'kaart', report: 'rapport' },
  and: 'en',
  inSurvey: (count, of, option, question) =>
    `In de enquête antwoordden **${count} van de ${of}** met *${option}* op de vraag *${question}*.`,
};

const byLanguage: Record<string, Phrases> = { en, de, fr, es, it, pt, nl };

/** Falls back to English. */
export const phrasesIn = (language: string | null): Phrases =>
  byLanguage[language?.split('-')[0]?.toLowerCase() ?? ''] ?? en;

/** Whether a heading of an answer is this phrase, in any language. */
export const isHeadingOf = (name: 'differ' | 'related', heading: string): boolean =>
  Object.values(byLanguage).some((phrases) => phrases[name] === heading);
