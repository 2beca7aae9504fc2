/** Headings and other texts of a report, in the supported languages. `{n}` and `{all}` are replaced by numbers. */
export interface Phrases {
  marks: readonly [string, string];
  answer: string;
  about: string;
  struggles: string;
  worked: string;
  wishes: string;
  disagreements: string;
  otherThemes: string;
  otherRemarks: string;
  keyPassages: string;
  glance: string;
  bySpeaker: string;
  method: string;
  sources: string;
  /** Column headings: theme, participants, passages, struggles, likes, names. */
  table: readonly string[];
  people: string;
  /** One passage, several passages. */
  passages: readonly [string, string];
  files: string;
  participants: string;
  positive: string;
  negative: string;
  quotedAbove: string;
  someQuotedAbove: string;
  notShown: string;
  mostCommon: string;
  struggleWith: string;
  theyLike: string;
  noMatch: string;
  related: string;
  closest: string;
  nobody: string;
  none: string;
  notRead: string;
  compared: string;
  /** Added to words that were given as a quotation but are not in the transcript. */
  unverified: string;
  /** In a reference to a citation that is not verified: `[4, unverified]`. */
  unverifiedMark: string;
  methodMeaning: string;
  methodWords: string;
  /** `{source}` is replaced by where the quotations are. */
  methodText: string;
}

const en: Phrases = {
  marks: ['“', '”'],
  answer: 'What participants say about the question',
  about: '{n} of {all} participants speak about it.',
  struggles: 'Where people struggle',
  worked: 'What people like',
  wishes: 'What people wish for',
  disagreements: 'Where participants disagree',
  otherThemes: 'Other themes',
  otherRemarks: 'Other remarks',
  keyPassages: 'Key passages',
  glance: 'Themes at a glance',
  bySpeaker: 'Participant by participant',
  method: 'How this report was made',
  sources: 'Sources',
  table: ['Theme', 'Participants', 'Passages', 'Struggles', 'Likes', 'Who'],
  people: '{n} of {all} participants',
  passages: ['passage', 'passages'],
  files: 'Files',
  participants: 'participants',
  positive: 'Positive',
  negative: 'Negative',
  quotedAbove: 'Quoted above.',
  someQuotedAbove: 'Quoted above: {n}.',
  notShown: 'Not shown: {n}.',
  mostCommon: 'Themes by number of participants',
  struggleWith: 'People struggle with',
  theyLike: 'People like',
  noMatch:
    'No passage speaks about the question. The following sections show what participants talked about instead.',
  related: 'Possibly about it:',
  closest: 'No passage clearly answers the question. These are the closest passages:',
  nobody: 'No passage clearly answers the question.',
  none: 'No such passage was found.',
  notRead: 'Files that were not read, or not completely',
  compared: '{n} of {all} passages were compared, from every participant.',
  unverified: 'not found word for word in the transcript',
  unverifiedMark: 'unverified',
  methodMeaning:
    'Passages were compared by meaning and by words, with each other and with the question. Themes are groups of passages with a similar meaning, named by a phrase that a participant used.',
  methodWords:
    'Passages were compared by their words, with each other and with the question. Themes are groups of passages with the same words, named by words that a participant used.',
  methodText:
    'Questions of the interviewer and small talk were left out. No language model was used. Whether a remark is a struggle or praise was decided by a program and can be wrong. Every quotation is {source} word for word. The numbers count passages and participants: they show what people talked about, not what is true.',
};

const de: Phrases = {
  marks: ['„', '“'],
  answer: 'Was die Teilnehmenden zur Frage sagen',
  about: '{n} von {all} Teilnehmenden sprechen darüber.',
  struggles: 'Wo es hakt',
  worked: 'Was gefällt',
  wishes: 'Was gewünscht wird',
  disagreements: 'Wo die Meinungen auseinandergehen',
  otherThemes: 'Weitere Themen',
  otherRemarks: 'Weitere Äußerungen',
  keyPassages: 'Wichtige Stellen',
  glance: 'Themen im Überblick',
  bySpeaker: 'Die Teilnehmenden einzeln',
  method: 'Wie dieser Bericht entstand',
  sources: 'Quellen',
  table: ['Thema', 'Teilnehmende', 'Stellen', 'Schwierigkeiten', 'Lob', 'Wer'],
  people: '{n} von {all} Teilnehmenden',
  passages: ['Stelle', 'Stellen'],
  files: 'Dateien',
  participants: 'Teilnehmende',
  positive: 'Positiv',
  negative: 'Negativ',
  quotedAbove: 'Oben zitiert.',
  someQuotedAbove: 'Oben zitiert: {n}.',
  notShown: 'Nicht gezeigt: {n}.',
  mostCommon: 'Themen nach Zahl der Teilnehmenden',
  struggleWith: 'Schwierigkeiten gibt es mit',
  theyLike: 'Es gefällt',
  noMatch:
    'Keine Stelle spricht über die Frage. Die folgenden Abschnitte zeigen, worüber stattdessen gesprochen wurde.',
  related: 'Vielleicht dazu:',
  closest: 'Keine Stelle beantwortet die Frage eindeutig. Am nächsten sind diese Stellen:',
  nobody: 'Keine Stelle beantwortet die Frage eindeutig.',
  none: 'Dazu wurde keine Stelle gefunden.',
  notRead: 'Dateien, die nicht oder nicht ganz gelesen wurden',
  compared: '{n} von {all} Stellen wurden verglichen, von allen Teilnehmenden.',
  unverified: 'im Transkript nicht wörtlich gefunden',
  unverifiedMark: 'nicht belegt',
  methodMeaning:
    'Die Stellen wurden nach Bedeutung und Wörtern miteinander und mit der Frage verglichen. Themen sind Gruppen von Stellen mit ähnlicher Bedeutung; ihr Name ist eine Wendung aus den Gesprächen.',
  methodWords:
    'Die Stellen wurden nach ihren Wörtern miteinander und mit der Frage verglichen. Themen sind Gruppen von Stellen mit denselben Wörtern; ihr Name stammt aus den Gesprächen.',
  methodText:
    'Fragen der Interviewenden und Höflichkeiten wurden weggelassen. Kein Sprachmodell hat etwas geschrieben. Ob eine Äußerung eine Schwierigkeit oder Lob ist, hat ein Programm entschieden; es kann sich irren. Jedes Zitat steht Wort für Wort {source}. Gezählt sind Stellen und Teilnehmende: Das zeigt, worüber gesprochen wurde, nicht, was stimmt.',
};

const fr: Phrases = {
  marks: ['«', '»'],
  answer: 'Ce que les participants disent de la question',
  about: '{n} participants sur {all} en parlent.',
  struggles: 'Ce qui pose problème',
  worked: 'Ce qui plaît',
  wishes: 'Ce que les gens souhaitent',
  disagreements: 'Où les avis divergent',
  otherThemes: 'Autres thèmes',
  otherRemarks: 'Autres remarques',
  keyPassages: 'Passages essentiels',
  glance: 'Les thèmes en un coup d’œil',
  bySpeaker: 'Un participant après l’autre',
  method: 'Comment ce rapport a été fait',
  sources: 'Sources',
  table: ['Thème', 'Participants', 'Passages', 'Difficultés', 'Éloges', 'Qui'],
  people: '{n} participants sur {all}',
  passages: ['passage', 'passages'],
  files: 'Fichiers',
  participants: 'participants',
  positive: 'Positif',
  negative: 'Négatif',
  quotedAbove: 'Cité plus haut.',
  someQuotedAbove: 'Cités plus haut : {n}.',
  notShown: 'Non affichés : {n}.',
  mostCommon: 'Thèmes par nombre de participants',
  struggleWith: 'Pose problème',
  theyLike: 'Plaît',
  noMatch:
    'Aucun passage ne parle de la question. Les sections suivantes montrent de quoi les participants ont parlé.',
  related: 'Peut-être à ce sujet :',
  closest: 'Aucun passage ne répond clairement à la question. Voici les plus proches :',
  nobody: 'Aucun passage ne répond clairement à la question.',
  none: 'Aucun passage de ce genre n’a été trouvé.',
  notRead: 'Fichiers non lus, ou pas jusqu’au bout',
  compared: '{n} passages sur {all} ont été comparés, de tous les participants.',
  unverified: 'introuvable mot pour mot dans la transcription',
  unverifiedMark: 'non vérifié',
  methodMeaning:
    'Les passages ont été comparés entre eux et avec la question, par le sens et par les mots. Les thèmes sont des groupes de passages de sens proche, nommés par une expression d’un participant.',
  methodWords:
    'Les passages ont été comparés entre eux et avec la question, par leurs mots. Les thèmes sont des groupes de passages qui ont les mêmes mots, nommés par les mots d’un participant.',
  methodText:
    'Les questions de l’intervieweur et les politesses ont été laissées de côté. Aucun modèle de langage n’a rien écrit. Un programme a décidé si une remarque est une difficulté ou un éloge ; il peut se tromper. Chaque citation figure mot pour mot {source}. On compte des passages et des participants : cela montre de quoi on a parlé, non ce qui est vrai.',
};

const es: Phrases = {
  marks: ['«', '»'],
  answer: 'Qué dicen los participantes sobre la pregunta',
  about: '{n} de {all} participantes hablan de ello.',
  struggles: 'Dónde hay dificultades',
  worked: 'Lo que gusta',
  wishes: 'Lo que se desea',
  disagreements: 'Dónde no hay acuerdo',
  otherThemes: 'Otros temas',
  otherRemarks: 'Otros comentarios',
  keyPassages: 'Pasajes clave',
  glance: 'Los temas de un vistazo',
  bySpeaker: 'Participante por participante',
  method: 'Cómo se hizo este informe',
  sources: 'Fuentes',
  table: ['Tema', 'Participantes', 'Pasajes', 'Dificultades', 'Elogios', 'Quién'],
  people: '{n} de {all} participantes',
  passages: ['pasaje', 'pasajes'],
  files: 'Archivos',
  participants: 'participantes',
  positive: 'Positivo',
  negative: 'Negativo',
  quotedAbove: 'Citado arriba.',
  someQuotedAbove: 'Citados arriba: {n}.',
  notShown: 'No mostrados: {n}.',
  mostCommon: 'Temas por número de participantes',
  struggleWith: 'Hay dificultades con',
  theyLike: 'Gusta',
  noMatch: 'Ningún pasaje habla de la pregunta. Las secciones siguientes muestran de qué se habló.',
  related: 'Quizás sobre ello:',
  closest: 'Ningún pasaje responde claramente a la pregunta. Estos son los más cercanos:',
  nobody: 'Ningún pasaje responde claramente a la pregunta.',
  none: 'No se encontró ningún pasaje así.',
  notRead: 'Archivos que no se leyeron, o no hasta el final',
  compared: 'Se compararon {n} de {all} pasajes, de todos los participantes.',
  unverified: 'no se encontró palabra por palabra en la transcripción',
  unverifiedMark: 'sin verificar',
  methodMeaning:
    'Los pasajes se compararon entre sí y con la pregunta, por su significado y por sus palabras. Los temas son grupos de pasajes de significado parecido, con el nombre de una expresión que usó un participante.',
  methodWords:
    'Los pasajes se compararon entre sí y con la pregunta, por sus palabras. Los temas son grupos de pasajes con las mismas palabras, con el nombre de palabras que usó un participante.',
  methodText:
    'Se omitieron las preguntas del entrevistador y las cortesías. Ningún modelo de lenguaje escribió nada. Un programa decidió si un comentario es una dificultad o un elogio, y puede equivocarse. Cada cita figura palabra por palabra {source}. Se cuentan pasajes y participantes: muestran de qué se habló, no lo que es cierto.',
};

const it: Phrases = {
  marks: ['«', '»'],
  answer: 'Che cosa dicono i partecipanti sulla domanda',
  about: '{n} partecipanti su {all} ne parlano.',
  struggles: 'Dove ci sono difficoltà',
  worked: 'Che cosa piace',
  wishes: 'Che cosa si desidera',
  disagreements: 'Dove i pareri divergono',
  otherThemes: 'Altri temi',
  otherRemarks: 'Altre osservazioni',
  keyPassages: 'Passaggi principali',
  glance: 'I temi in breve',
  bySpeaker: 'Un partecipante alla volta',
  method: 'Come è nato questo rapporto',
  sources: 'Fonti',
  table: ['Tema', 'Partecipanti', 'Passaggi', 'Difficoltà', 'Elogi', 'Chi'],
  people: '{n} partecipanti su {all}',
  passages: ['passaggio', 'passaggi'],
  files: 'File',
  participants: 'partecipanti',
  positive: 'Positivo',
  negative: 'Negativo',
  quotedAbove: 'Citato sopra.',
  someQuotedAbove: 'Citati sopra: {n}.',
  notShown: 'Non mostrati: {n}.',
  mostCommon: 'Temi per numero di partecipanti',
  struggleWith: 'Ci sono difficoltà con',
  theyLike: 'Piace',
  noMatch: 'Nessun passaggio parla della domanda. Le sezioni seguenti mostrano di che cosa si è parlato.',
  related: 'Forse al riguardo:',
  closest: 'Nessun passaggio risponde chiaramente alla domanda. Questi sono i più vicini:',
  nobody: 'Nessun passaggio risponde chiaramente alla domanda.',
  none: 'Non è stato trovato alcun passaggio del genere.',
  notRead: 'File non letti, o non fino in fondo',
  compared: 'Sono stati confrontati {n} passaggi su {all}, di tutti i partecipanti.',
  unverified: 'non trovato parola per parola nella trascrizione',
  unverifiedMark: 'non verificato',
  methodMeaning:
    'I passaggi sono stati confrontati tra loro e con la domanda, per significato e per parole. I temi sono gruppi di passaggi di significato simile, con il nome di un’espressione usata da un partecipante.',
  methodWords:
    'I passaggi sono stati confrontati tra loro e con la domanda, per le loro parole. I temi sono gruppi di passaggi con le stesse parole, con il nome di parole usate da un partecipante.',
  methodText:
    'Le domande dell’intervistatore e i convenevoli sono stati omessi. Nessun modello linguistico ha scritto nulla. Un programma ha deciso se un’osservazione è una difficoltà o un elogio, e può sbagliare. Ogni citazione sta parola per parola {source}. Si contano passaggi e partecipanti: mostrano di che cosa si è parlato, non che cosa è vero.',
};

const pt: Phrases = {
  marks: ['“', '”'],
  answer: 'O que os participantes dizem sobre a pergunta',
  about: '{n} de {all} participantes falam disso.',
  struggles: 'Onde há dificuldades',
  worked: 'O que agrada',
  wishes: 'O que se deseja',
  disagreements: 'Onde as opiniões divergem',
  otherThemes: 'Outros temas',
  otherRemarks: 'Outras observações',
  keyPassages: 'Passagens principais',
  glance: 'Os temas num relance',
  bySpeaker: 'Um participante de cada vez',
  method: 'Como este relatório foi feito',
  sources: 'Fontes',
  table: ['Tema', 'Participantes', 'Passagens', 'Dificuldades', 'Elogios', 'Quem'],
  people: '{n} de {all} participantes',
  passages: ['passagem', 'passagens'],
  files: 'Ficheiros',
  participants: 'participantes',
  positive: 'Positivo',
  negative: 'Negativo',
  quotedAbove: 'Citado acima.',
  someQuotedAbove: 'Citadas acima: {n}.',
  notShown: 'Não mostradas: {n}.',
  mostCommon: 'Temas por número de participantes',
  struggleWith: 'Há dificuldades com',
  theyLike: 'Agrada',
  noMatch: 'Nenhuma passagem fala da pergunta. As secções seguintes mostram do que se falou.',
  related: 'Talvez sobre isso:',
  closest: 'Nenhuma passagem responde claramente à pergunta. Estas são as mais próximas:',
  nobody: 'Nenhuma passagem responde claramente à pergunta.',
  none: 'Não foi encontrada nenhuma passagem assim.',
  notRead: 'Ficheiros não lidos, ou não até ao fim',
  compared: 'Foram comparadas {n} de {all} passagens, de todos os participantes.',
  unverified: 'não encontrado palavra por palavra na transcrição',
  unverifiedMark: 'não verificado',
  methodMeaning:
    'As passagens foram comparadas entre si e com a pergunta, pelo significado e pelas palavras. Os temas são grupos de passagens de significado semelhante, com o nome de uma expressão usada por um participante.',
  methodWords:
    'As passagens foram comparadas entre si e com a pergunta, pelas suas palavras. Os temas são grupos de passagens com as mesmas palavras, com o nome de palavras usadas por um participante.',
  methodText:
    'As perguntas do entrevistador e as cortesias foram deixadas de fora. Nenhum modelo de linguagem escreveu nada. Um programa decidiu se uma observação é uma dificuldade ou um elogio, e pode enganar-se. Cada citação está palavra por palavra {source}. Contam-se passagens e participantes: mostram do que se falou, não o que é verdade.',
};

const nl: Phrases = {
  marks: ['“', '”'],
  answer: 'Wat deelnemers over de vraag zeggen',
  about: '{n} van de {all} deelnemers hebben het erover.',
  struggles: 'Waar het stroef gaat',
  worked: 'Wat bevalt',
  wishes: 'Wat men wenst',
  disagreements: 'Waar de meningen verschillen',
  otherThemes: 'Andere thema’s',
  otherRemarks: 'Andere opmerkingen',
  keyPassages: 'Belangrijke passages',
  glance: 'De thema’s in één oogopslag',
  bySpeaker: 'Deelnemer voor deelnemer',
  method: 'Hoe dit verslag is gemaakt',
  sources: 'Bronnen',
  table: ['Thema', 'Deelnemers', 'Passages', 'Moeilijkheden', 'Lof', 'Wie'],
  people: '{n} van de {all} deelnemers',
  passages: ['passage', 'passages'],
  files: 'Bestanden',
  participants: 'deelnemers',
  positive: 'Positief',
  negative: 'Negatief',
  quotedAbove: 'Hierboven geciteerd.',
  someQuotedAbove: 'Hierboven geciteerd: {n}.',
  notShown: 'Niet getoond: {n}.',
  mostCommon: 'Thema’s naar aantal deelnemers',
  struggleWith: 'Het gaat stroef met',
  theyLike: 'Bevalt',
  noMatch: 'Geen passage gaat over de vraag. De volgende delen tonen waarover wel is gesproken.',
  related: 'Mogelijk hierover:',
  closest: 'Geen passage beantwoordt de vraag duidelijk. Dit zijn de dichtstbijzijnde:',
  nobody: 'Geen passage beantwoordt de vraag duidelijk.',
  none: 'Daarover is geen passage gevonden.',
  notRead: 'Bestanden die niet, of niet helemaal, zijn gelezen',
  compared: '{n} van de {all} passages zijn vergeleken, van alle deelnemers.',
  unverified: 'niet woordelijk in het transcript gevonden',
  unverifiedMark: 'niet geverifieerd',
  methodMeaning:
    'De passages zijn op betekenis en op woorden met elkaar en met de vraag vergeleken. Thema’s zijn groepen passages met een vergelijkbare betekenis, genoemd naar een uitdrukking van een deelnemer.',
  methodWords:
    'De passages zijn op hun woorden met elkaar en met de vraag vergeleken. Thema’s zijn groepen passages met dezelfde woorden, genoemd naar woorden van een deelnemer.',
  methodText:
    'Vragen van de interviewer en beleefdheden zijn weggelaten. Geen taalmodel heeft iets geschreven. Of een opmerking een moeilijkheid of lof is, heeft een programma bepaald; het kan zich vergissen. Elk citaat staat woordelijk {source}. Geteld zijn passages en deelnemers: dat toont waarover is gesproken, niet wat waar is.',
};

const byLanguage: Record<string, Phrases> = { en, de, fr, es, it, pt, nl };

/** Falls back to English. */
export const phrasesIn = (language: string | null): Phrases =>
  byLanguage[language?.split('-')[0]?.toLowerCase() ?? ''] ?? en;
