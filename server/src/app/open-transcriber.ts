import path from 'node:path';
import {
  createEmbeddedTranscriber,
  createOpenAiTranscriber,
  defaultEnglish,
  englishModels,
  modelFolders,
  type Transcriber,
} from '../platform/ai/transcribe/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Log } from '../platform/log/log.ts';
import type { Outbound } from '../platform/outbound/index.ts';

/** Who hears recordings: the server that the operator named, else this machine. */
export async function openTranscriber(
  config: Config,
  outbound: Outbound,
  log: Log,
): Promise<Transcriber & { close(): void }> {
  if (config.transcribe.provider === 'openai-compatible')
    return { ...createOpenAiTranscriber(outbound, config.transcribe), close() {} };
  return createEmbeddedTranscriber({
    english: englishModels.find((name) => name === config.transcribe.model) ?? defaultEnglish(),
    folders: await modelFolders(config.transcribe.modelsDir),
    cacheDir: path.join(config.dataDir, 'programs'),
    log,
  });
}
