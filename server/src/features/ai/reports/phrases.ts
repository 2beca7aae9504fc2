/** Headings and other texts of a report, in the supported languages. */
export interface Phrases {
  marks: readonly [string, string];
  closest: string;
  struggles: string;
  worked: string;
  wishes: string;
  keyPassages: string;
  glance: string;
  bySpeaker: string;
  method: string;
  sources: string;
  /** Column headings: theme, passages, speakers, names. */
  table: readonly [string, string, string, string];
  files: string;
  speakers: string;
  passages: string;
  mostCommon: string;
  noMatch: string;
  none: string;
  notRead: string;
  /** Added to words that were given as a quotation but are not in the transcript. */
  unverified: string;
  /** In a reference to a citation that is not verified: `[4, unverified]`. */
  unverifiedMark: string;
  methodText: string;
}

const en: Phrases = {
  marks: ['“', '”'],
  closest: 'Closest to the question',
  struggles: 'Where people struggled',
  worked: 'What worked',
  wishes: 'What people wished for',
  keyPassages: 'Key passages',
  glance: 'Themes at a glance',
  bySpeaker: 'One voice at a time',
  method: 'How this report was made',
  sources: 'Sources',
  table: ['Theme', 'Passages', 'Speakers', 'Who'],
  files: 'Files',
  speakers: 'speakers',
  passages: 'passages',
  mostCommon: 'Most often it is about',
  noMatch:
    'No word of the question occurs in the transcripts. The following sections show the themes of the transcripts.',
  none: 'No such passage was found.',
  notRead: 'Files that were not read, or not completely',
  unverified: 'not found word for word in the transcript',
  unverifiedMark: 'unverified',
  methodText:
    'Passages were selected by their centrality and their similarity to the question, and themes by words that occur together. No language model was used. Every quotation is in the named transcript word for word. The numbers count passages: they show what people talked about, not what is true.',
};

const de: Phrases = {
  marks: ['„', '“'],
  closest: 'Am nächsten an der Frage',
  struggles: 'Wo es hakte',
  worked: 'Was gut ging',
  wishes: 'Was gewünscht wurde',
  keyPassages: 'Wichtige Stellen',
  glance: 'Themen im Überblick',
  bySpeaker: 'Stimme für Stimme',
  method: 'Wie dieser Bericht entstand',
  sources: 'Quellen',
  table: ['Thema', 'Stellen', 'Stimmen', 'Wer'],
  files: 'Dateien',
  speakers: 'Stimmen',
  passages: 'Stellen',
  mostCommon: 'Am häufigsten geht es um',
  noMatch: 'Kein Wort der Frage kommt im Material vor; es folgen die Themen des Materials selbst.',
  none: 'Dazu wurde keine Stelle gefunden.',
  notRead: 'Dateien, die nicht oder nicht ganz gelesen wurden',
  unverified: 'im Transkript nicht wörtlich gefunden',
  unverifiedMark: 'nicht belegt',
  methodText:
    'Die Stellen wurden danach gewählt, wie zentral und wie nah an der Frage sie sind, die Themen nach den Wörtern, die zusammen vorkommen; kein Sprachmodell hat etwas geschrieben. Jedes Zitat steht Wort für Wort im genannten Transkript. Gezählt sind Stellen: Das zeigt, worüber gesprochen wurde, nicht, was stimmt.',
};

const fr: Phrases = {
  marks: ['«', '»'],
  closest: 'Au plus près de la question',
  struggles: 'Là où cela a coincé',
  worked: 'Ce qui a bien marché',
  wishes: 'Ce que les gens souhaitaient',
  keyPassages: 'Passages essentiels',
  glance: 'Les thèmes en un coup d’œil',
  bySpeaker: 'Une voix après l’autre',
  method: 'Comment ce rapport a été fait',
  sources: 'Sources',
  table: ['Thème', 'Passages', 'Voix', 'Qui'],
  files: 'Fichiers',
  speakers: 'voix',
  passages: 'passages',
  mostCommon: 'Le plus souvent il est question de',
  noMatch: 'Aucun mot de la question ne figure dans le matériel ; voici les thèmes du matériel lui-même.',
  none: 'Aucun passage de ce genre n’a été trouvé.',
  notRead: 'Fichiers non lus, ou pas jusqu’au bout',
  unverified: 'introuvable mot pour mot dans la transcription',
  unverifiedMark: 'non vérifié',
  methodText:
    'Les passages ont été choisis selon leur importance et leur proximité avec la question, les thèmes d’après les mots qui vont ensemble ; aucun modèle de langage n’a rien écrit. Chaque citation figure mot pour mot dans la transcription indiquée. On compte des passages : cela montre de quoi on a parlé, non ce qui est vrai.',
};

const es: Phrases = {
  marks: ['«', '»'],
  closest: 'Lo más cercano a la pregunta',
  struggles: 'Dónde hubo dificultades',
  worked: 'Lo que funcionó',
  wishes: 'Lo que se deseaba',
  keyPassages: 'Pasajes clave',
  glance: 'Los temas de un vistazo',
  bySpeaker: 'Voz por voz',
  method: 'Cómo se hizo este informe',
  sources: 'Fuentes',
  table: ['Tema', 'Pasajes', 'Voces', 'Quién'],
  files: 'Archivos',
  speakers: 'voces',
  passages: 'pasajes',
  mostCommon: 'Se habla sobre todo de',
  noMatch: 'Ninguna palabra de la pregunta aparece en el material; siguen los temas del propio material.',
  none: 'No se encontró ningún pasaje así.',
  notRead: 'Archivos que no se leyeron, o no hasta el final',
  unverified: 'no se encontró palabra por palabra en la transcripción',
  unverifiedMark: 'sin verificar',
  methodText:
    'Los pasajes se eligieron por lo centrales que son y por su cercanía a la pregunta, los temas por las palabras que van juntas; ningún modelo de lenguaje escribió nada. Cada cita figura palabra por palabra en la transcripción que nombra. Se cuentan pasajes: muestran de qué se habló, no lo que es cierto.',
};

const it: Phrases = {
  marks: ['«', '»'],
  closest: 'Più vicino alla domanda',
  struggles: 'Dove ci sono state difficoltà',
  worked: 'Che cosa ha funzionato',
  wishes: 'Che cosa si desiderava',
  keyPassages: 'Passaggi principali',
  glance: 'I temi in breve',
  bySpeaker: 'Una voce alla volta',
  method: 'Come è nato questo rapporto',
  sources: 'Fonti',
  table: ['Tema', 'Passaggi', 'Voci', 'Chi'],
  files: 'File',
  speakers: 'voci',
  passages: 'passaggi',
  mostCommon: 'Si parla soprattutto di',
  noMatch: 'Nessuna parola della domanda compare nel materiale; seguono i temi del materiale stesso.',
  none: 'Non è stato trovato alcun passaggio del genere.',
  notRead: 'File non letti, o non fino in fondo',
  unverified: 'non trovato parola per parola nella trascrizione',
  unverifiedMark: 'non verificato',
  methodText:
    'I passaggi sono stati scelti per quanto sono centrali e vicini alla domanda, i temi per le parole che stanno insieme; nessun modello linguistico ha scritto nulla. Ogni citazione sta parola per parola nella trascrizione che nomina. Si contano passaggi: mostrano di che cosa si è parlato, non che cosa è vero.',
};

const pt: Phrases = {
  marks: ['“', '”'],
  closest: 'Mais perto da pergunta',
  struggles: 'Onde houve dificuldades',
  worked: 'O que funcionou',
  wishes: 'O que se desejava',
  keyPassages: 'Passagens principais',
  glance: 'Os temas num relance',
  bySpeaker: 'Uma voz de cada vez',
  method: 'Como este relatório foi feito',
  sources: 'Fontes',
  table: ['Tema', 'Passagens', 'Vozes', 'Quem'],
  files: 'Ficheiros',
  speakers: 'vozes',
  passages: 'passagens',
  mostCommon: 'Fala-se sobretudo de',
  noMatch: 'Nenhuma palavra da pergunta ocorre no material; seguem-se os temas do próprio material.',
  none: 'Não foi encontrada nenhuma passagem assim.',
  notRead: 'Ficheiros não lidos, ou não até ao fim',
  unverified: 'não encontrado palavra por palavra na transcrição',
  unverifiedMark: 'não verificado',
  methodText:
    'As passagens foram escolhidas por serem centrais e próximas da pergunta, os temas pelas palavras que andam juntas; nenhum modelo de linguagem escreveu nada. Cada citação está palavra por palavra na transcrição que nomeia. Contam-se passagens: mostram do que se falou, não o que é verdade.',
};

const nl: Phrases = {
  marks: ['“', '”'],
  closest: 'Het dichtst bij de vraag',
  struggles: 'Waar het stroef ging',
  worked: 'Wat goed ging',
  wishes: 'Wat men wenste',
  keyPassages: 'Belangrijke passages',
  glance: 'De thema’s in één oogopslag',
  bySpeaker: 'Stem voor stem',
  method: 'Hoe dit verslag is gemaakt',
  sources: 'Bronnen',
  table: ['Thema', 'Passages', 'Stemmen', 'Wie'],
  files: 'Bestanden',
  speakers: 'stemmen',
  passages: 'passages',
  mostCommon: 'Het gaat het vaakst over',
  noMatch:
    'Geen woord van de vraag komt in het materiaal voor; hier volgen de thema’s van het materiaal zelf.',
  none: 'Daarover is geen passage gevonden.',
  notRead: 'Bestanden die niet, of niet helemaal, zijn gelezen',
  unverified: 'niet woordelijk in het transcript gevonden',
  unverifiedMark: 'niet geverifieerd',
  methodText:
    'De passages zijn gekozen naar hoe centraal ze zijn en hoe dicht bij de vraag, de thema’s naar de woorden die samen voorkomen; geen taalmodel heeft iets geschreven. Elk citaat staat woordelijk in het genoemde transcript. Geteld zijn passages: dat toont waarover is gesproken, niet wat waar is.',
};

const byLanguage: Record<string, Phrases> = { en, de, fr, es, it, pt, nl };

/** Falls back to English. */
export const phrasesIn = (language: string | null): Phrases =>
  byLanguage[language?.split('-')[0]?.toLowerCase() ?? ''] ?? en;
