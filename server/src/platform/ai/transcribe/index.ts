export { createDeepgramTranscriber } from './deepgram.ts';
export { createEmbeddedTranscriber } from './embedded.ts';
export { createOpenAiTranscriber } from './openai-compatible.ts';
export { type Transcriber, TranscriberError } from './transcriber.ts';
