export { createEmbeddedTranscriber } from './embedded.ts';
export { createOpenAiTranscriber, type OpenAiTranscriberConfig } from './openai-compatible.ts';
export { type Transcriber, TranscriberError } from './transcriber.ts';
