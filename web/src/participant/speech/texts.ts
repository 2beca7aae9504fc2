const en = {
  title: 'Answer by voice',
  time: 'Length of the recording',
  stop: 'Stop',
  use: 'Turn into text',
  again: 'Record again',
  discard: 'Discard',
  recording_of_you: 'Your recording',
  starting: 'Allow the microphone to start.',
  recording: 'Recording. Speak now.',
  recorded: 'Listen again, or turn it into text. You can correct the text before you send it.',
  working: 'Your words are being written down …',
  unheard: 'No words were recognized. Record again, or type your answer.',
  refused: 'This page may not use your microphone. Allow it in your browser, or type your answer.',
  failed: 'The recording could not be sent. Record again, or type your answer.',
};
export type SpeechTexts = typeof en;

const es: SpeechTexts = {
  title: 'Responder con la voz',
  time: 'Duración de la grabación',
  stop: 'Parar',
  use: 'Convertir en texto',
  again: 'Grabar de nuevo',
  discard: 'Descartar',
  recording_of_you: 'Su grabación',
  starting: 'Permita el micrófono para empezar.',
  recording: 'Grabando. Hable ahora.',
  recorded: 'Escúchela o conviértala en texto. Podrá corregir el texto antes de enviarlo.',
  working: 'Se están escribiendo sus palabras …',
  unheard: 'No se reconocieron palabras. Grabe de nuevo o escriba su respuesta.',
  refused: 'Esta página no puede usar el micrófono. Permítalo en el navegador o escriba su respuesta.',
  failed: 'No se pudo enviar la grabación. Grabe de nuevo o escriba su respuesta.',
};

const de: SpeechTexts = {
  title: 'Mit der Stimme antworten',
  time: 'Länge der Aufnahme',
  stop: 'Stopp',
  use: 'In Text umwandeln',
  again: 'Neu aufnehmen',
  discard: 'Verwerfen',
  recording_of_you: 'Ihre Aufnahme',
  starting: 'Erlauben Sie das Mikrofon, um zu beginnen.',
  recording: 'Aufnahme läuft. Sprechen Sie jetzt.',
  recorded:
    'Hören Sie die Aufnahme an oder wandeln Sie sie in Text um. Den Text können Sie vor dem Senden ändern.',
  working: 'Ihre Worte werden aufgeschrieben …',
  unheard: 'Es wurden keine Worte erkannt. Nehmen Sie neu auf oder schreiben Sie Ihre Antwort.',
  refused:
    'Diese Seite darf Ihr Mikrofon nicht benutzen. Erlauben Sie es im Browser oder schreiben Sie Ihre Antwort.',
  failed: 'Die Aufnahme konnte nicht gesendet werden. Nehmen Sie neu auf oder schreiben Sie Ihre Antwort.',
};

const fr: SpeechTexts = {
  title: 'Répondre à voix haute',
  time: 'Durée de l’enregistrement',
  stop: 'Arrêter',
  use: 'Convertir en texte',
  again: 'Recommencer',
  discard: 'Supprimer',
  recording_of_you: 'Votre enregistrement',
  starting: 'Autorisez le microphone pour commencer.',
  recording: 'Enregistrement en cours. Parlez.',
  recorded:
    'Réécoutez l’enregistrement ou convertissez-le en texte. Vous pourrez corriger le texte avant l’envoi.',
  working: 'Vos paroles sont en cours de transcription …',
  unheard: 'Aucun mot n’a été reconnu. Recommencez ou écrivez votre réponse.',
  refused:
    'Cette page ne peut pas utiliser votre microphone. Autorisez-le dans le navigateur ou écrivez votre réponse.',
  failed: 'L’enregistrement n’a pas pu être envoyé. Recommencez ou écrivez votre réponse.',
};

const pt: SpeechTexts = {
  title: 'Responder por voz',
  time: 'Duração da gravação',
  stop: 'Parar',
  use: 'Converter em texto',
  again: 'Gravar de novo',
  discard: 'Descartar',
  recording_of_you: 'A sua gravação',
  starting: 'Permita o microfone para começar.',
  recording: 'A gravar. Fale agora.',
  recorded: 'Ouça a gravação ou converta-a em texto. Pode corrigir o texto antes de o enviar.',
  working: 'As suas palavras estão a ser escritas …',
  unheard: 'Não foram reconhecidas palavras. Grave de novo ou escreva a sua resposta.',
  refused: 'Esta página não pode usar o microfone. Permita-o no navegador ou escreva a sua resposta.',
  failed: 'Não foi possível enviar a gravação. Grave de novo ou escreva a sua resposta.',
};

const ja: SpeechTexts = {
  title: '声で回答する',
  time: '録音の長さ',
  stop: '停止',
  use: '文字にする',
  again: '録音し直す',
  discard: '破棄する',
  recording_of_you: 'あなたの録音',
  starting: 'マイクの使用を許可してください。',
  recording: '録音中です。お話しください。',
  recorded: 'もう一度聞くか、文字にしてください。送信する前に文字を直せます。',
  working: 'お話を文字にしています…',
  unheard: '言葉を認識できませんでした。録音し直すか、回答を入力してください。',
  refused: 'このページはマイクを使えません。ブラウザで許可するか、回答を入力してください。',
  failed: '録音を送信できませんでした。録音し直すか、回答を入力してください。',
};

const all: Record<string, SpeechTexts> = { en, es, de, fr, pt, ja };

export const speechTexts = (language: string): SpeechTexts => all[language] ?? en;
