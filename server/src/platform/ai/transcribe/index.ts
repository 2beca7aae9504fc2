export { createEmbeddedTranscriber, type EmbeddedTranscriber } from './embedded/embedded.ts';
export { defaultEnglish, englishModels, modelFolders } from './embedded/models.ts';
export { createOpenAiTranscriber, type OpenAiTranscriberConfig } from './openai-compatible.ts';
export {
  type Speech,
  type SpeechRequest,
  type SpokenSegment,
  type Transcriber,
  TranscriberError,
} from './transcriber.ts';
