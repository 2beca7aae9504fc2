export { defaultEnglishModel, type EnglishModel, englishModels } from './model-files.ts';
export { placeWords } from './place-words.ts';
export {
  type FinishedStep,
  type Hints,
  SpeechError,
  type SpeechRequest,
  type SpokenSegment,
  type SpokenWord,
  type Transcription,
} from './speech.ts';
export {
  createSpeechRecognizer,
  type SpeechRecognizer,
  type SpeechRecognizerOptions,
} from './speech-recognizer.ts';
export { findWavData } from './wav.ts';
