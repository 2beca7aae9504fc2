export { createOpenAiTranscriber, type OpenAiTranscriberConfig } from './openai-compatible.ts';
export {
  type Speech,
  type SpeechRequest,
  type SpokenSegment,
  type Transcriber,
  TranscriberError,
} from './transcriber.ts';
