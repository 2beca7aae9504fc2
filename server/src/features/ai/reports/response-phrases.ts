/** Texts of a report that concern responses, in the supported languages. */
export interface ResponsePhrases {
  /** The heading of the section with choices, rankings and ratings. */
  numbers: string;
  answer: string;
  responses: string;
  mean: string;
  meanPlace: string;
  /** Replaces `{source}`: where a quotation is, if the sources are files, responses, or both. */
  source: { files: string; responses: string; both: string };
  /** Replaces the description of the method if no response contains written answers. */
  onlyNumbers: string;
}

const en: ResponsePhrases = {
  numbers: 'Answers in numbers',
  answer: 'Answer',
  responses: 'Responses',
  mean: 'mean',
  meanPlace: 'Mean place',
  source: {
    files: 'in the named transcript',
    responses: 'in the named response',
    both: 'in the named transcript or response',
  },
  onlyNumbers: 'These responses have no written answers. The numbers count what participants chose.',
};

const de: ResponsePhrases = {
  numbers: 'Antworten in Zahlen',
  answer: 'Antwort',
  responses: 'Rückmeldungen',
  mean: 'Mittelwert',
  meanPlace: 'Mittlerer Platz',
  source: {
    files: 'im genannten Transkript',
    responses: 'in der genannten Rückmeldung',
    both: 'im genannten Transkript oder in der genannten Rückmeldung',
  },
  onlyNumbers: 'Diese Rückmeldungen haben keine geschriebenen Antworten. Gezählt ist, was gewählt wurde.',
};

const fr: ResponsePhrases = {
  numbers: 'Les réponses en chiffres',
  answer: 'Réponse',
  responses: 'Réponses',
  mean: 'moyenne',
  meanPlace: 'Rang moyen',
  source: {
    files: 'dans la transcription indiquée',
    responses: 'dans la réponse indiquée',
    both: 'dans la transcription ou la réponse indiquée',
  },
  onlyNumbers:
    'Ces réponses ne contiennent aucun texte écrit. Les chiffres comptent les choix des participants.',
};

const es: ResponsePhrases = {
  numbers: 'Las respuestas en cifras',
  answer: 'Respuesta',
  responses: 'Respuestas',
  mean: 'media',
  meanPlace: 'Puesto medio',
  source: {
    files: 'en la transcripción que nombra',
    responses: 'en la respuesta que nombra',
    both: 'en la transcripción o la respuesta que nombra',
  },
  onlyNumbers:
    'Estas respuestas no tienen texto escrito. Las cifras cuentan lo que eligieron los participantes.',
};

const it: ResponsePhrases = {
  numbers: 'Le risposte in numeri',
  answer: 'Risposta',
  responses: 'Risposte',
  mean: 'media',
  meanPlace: 'Posto medio',
  source: {
    files: 'nella trascrizione che nomina',
    responses: 'nella risposta che nomina',
    both: 'nella trascrizione o nella risposta che nomina',
  },
  onlyNumbers:
    'Queste risposte non hanno testo scritto. I numeri contano ciò che i partecipanti hanno scelto.',
};

const pt: ResponsePhrases = {
  numbers: 'As respostas em números',
  answer: 'Resposta',
  responses: 'Respostas',
  mean: 'média',
  meanPlace: 'Lugar médio',
  source: {
    files: 'na transcrição que nomeia',
    responses: 'na resposta que nomeia',
    both: 'na transcrição ou na resposta que nomeia',
  },
  onlyNumbers: 'Estas respostas não têm texto escrito. Os números contam o que os participantes escolheram.',
};

const nl: ResponsePhrases = {
  numbers: 'De antwoorden in cijfers',
  answer: 'Antwoord',
  responses: 'Reacties',
  mean: 'gemiddelde',
  meanPlace: 'Gemiddelde plaats',
  source: {
    files: 'in het genoemde transcript',
    responses: 'in de genoemde reactie',
    both: 'in het genoemde transcript of de genoemde reactie',
  },
  onlyNumbers: 'Deze reacties hebben geen geschreven antwoorden. De cijfers tellen wat deelnemers kozen.',
};

const byLanguage: Record<string, ResponsePhrases> = { en, de, fr, es, it, pt, nl };

/** Falls back to English. */
export const responsePhrasesIn = (language: string | null): ResponsePhrases =>
  byLanguage[language?.split('-')[0]?.toLowerCase() ?? ''] ?? en;
