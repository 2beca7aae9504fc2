import path from 'node:path';
import { createSpeechRecognizer, defaultEnglishModel, englishModels, SpeechError } from '@parley/speech';
import type { Log } from '../../log/log.ts';
import { findModelFolders } from '../model-folders.ts';
import { type Transcriber, TranscriberError, type TranscriberFault } from './transcriber.ts';

export interface EmbeddedTranscriberConfig {
  /** The model for English; another name selects the default of this processor. */
  model: string | undefined;
  modelsDir: string | undefined;
  dataDir: string;
}

const codes = {
  not_installed: 'not_configured',
  unsupported_language: 'provider_refused',
  interrupted: 'provider_unavailable',
  failed: 'provider_answer',
} as const satisfies Record<SpeechError['code'], TranscriberFault>;

/** Speech recognition on this machine. */
export async function createEmbeddedTranscriber(
  config: EmbeddedTranscriberConfig,
  log: Log,
): Promise<Transcriber & { close(): void }> {
  const recognizer = await createSpeechRecognizer({
    english: englishModels.find((name) => name === config.model) ?? defaultEnglishModel(),
    folders: await findModelFolders(config.modelsDir),
    cacheDir: path.join(config.dataDir, 'programs'),
    log,
    hints: { fetchModels: 'npm run models', alternative: 'set TRANSCRIBE_BASE_URL' },
  });
  return {
    name: recognizer.available ? 'embedded' : 'none',
    model: recognizer.model,
    sends_data_outside: false,
    async transcribe(request) {
      try {
        return await recognizer.transcribe(request);
      } catch (error) {
        throw error instanceof SpeechError ? new TranscriberError(codes[error.code], error.message) : error;
      }
    },
    close: () => recognizer.close(),
  };
}
