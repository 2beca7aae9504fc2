import { loadSherpa, loadWhisper, type SherpaVad } from './engines.ts';
import { getModel } from './models.ts';
import { loadMoonshine } from './moonshine.ts';
import type { ListenOrder } from './protocol.ts';
import type { Recognizer } from './recognizer.ts';
import { loadVad } from './stretches.ts';
import { loadWhisperModel, type WhisperRecognizer } from './whisper.ts';

/** What has been loaded, once each; the speech process keeps it from one recording to the next. */
export interface Kit {
  vad(): Promise<SherpaVad>;
  english(): Promise<Recognizer>;
  multilingual(): Promise<WhisperRecognizer>;
}

export function createKit({ english, folders, cacheDir, threads }: ListenOrder): Kit {
  const whisperModel = async (name: 'whisper-tiny' | 'whisper-base.en') => {
    const [model = ''] = await getModel(name, folders);
    return loadWhisperModel({ whisper: loadWhisper(), model, threads });
  };
  return {
    vad: once(async () => {
      const [model = ''] = await getModel('silero-vad', folders);
      return loadVad(loadSherpa(), model);
    }),
    english: once(async (): Promise<Recognizer> => {
      if (english === 'whisper-base.en') return whisperModel(english);
      const [encoder = '', decoder = ''] = await getModel(english, folders);
      return loadMoonshine({ sherpa: loadSherpa(), encoder, decoder, cacheDir, threads });
    }),
    multilingual: once(() => whisperModel('whisper-tiny')),
  };
}

/** What failed is tried anew: the operator may have fetched the files meanwhile. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
