import {
  createDeepgramTranscriber,
  createEmbeddedTranscriber,
  createOpenAiTranscriber,
  type Transcriber,
} from '../platform/ai/transcribe/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Log } from '../platform/log/log.ts';
import type { Outbound } from '../platform/outbound/index.ts';

/** Chooses the transcription provider: the server that the operator configured, else this machine. */
export async function openTranscriber(
  config: Config,
  outbound: Outbound,
  log: Log,
): Promise<Transcriber & { close(): void }> {
  const { transcribe, dataDir } = config;
  if (transcribe.provider === 'openai-compatible')
    return { ...createOpenAiTranscriber(outbound, transcribe), close() {} };
  if (transcribe.provider === 'deepgram')
    return { ...createDeepgramTranscriber(outbound, transcribe), close() {} };
  return createEmbeddedTranscriber({ ...transcribe, dataDir }, log);
}
