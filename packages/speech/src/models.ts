import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadSherpa, loadWhisper, type SherpaVad } from './engines.ts';
import { getModelFiles } from './model-files.ts';
import { loadMoonshine } from './moonshine.ts';
import type { ModelOptions } from './protocol.ts';
import type { Recognizer } from './recognizer.ts';
import { writeShortWindowModel } from './short-window.ts';
import { loadVad } from './speech-regions.ts';
import { loadWhisperModel, type WhisperRecognizer } from './whisper.ts';

/** Models that are loaded on first use and then stay in memory. */
export interface Models {
  vad(): Promise<SherpaVad>;
  english(): Promise<Recognizer>;
  multilingual(): Promise<WhisperRecognizer>;
  /** The multilingual model with a window of eight seconds, for the detection of the language. */
  shortWindow(): Promise<WhisperRecognizer>;
}

export function createModels({ english, folders, cacheDir, threads, hints }: ModelOptions): Models {
  const whisperModel = async (name: 'whisper-tiny' | 'whisper-base.en') => {
    const [model = ''] = await getModelFiles(name, folders, hints);
    return loadWhisperModel({ whisper: loadWhisper(hints), model, threads });
  };
  return {
    vad: cached(async () => {
      const [model = ''] = await getModelFiles('silero-vad', folders, hints);
      return loadVad(loadSherpa(hints), model);
    }),
    english: cached(async (): Promise<Recognizer> => {
      if (english === 'whisper-base.en') return whisperModel(english);
      const [encoder = '', decoder = ''] = await getModelFiles(english, folders, hints);
      return loadMoonshine({ sherpa: loadSherpa(hints), encoder, decoder, cacheDir, threads });
    }),
    multilingual: cached(() => whisperModel('whisper-tiny')),
    shortWindow: cached(async () => {
      const [source = ''] = await getModelFiles('whisper-tiny', folders, hints);
      const model = path.join(cacheDir, `whisper-tiny-short-${process.pid}.bin`);
      await mkdir(cacheDir, { recursive: true });
      try {
        await writeShortWindowModel(source, model);
        return loadWhisperModel({ whisper: loadWhisper(hints), model, threads });
      } finally {
        // whisper.cpp has read the whole file.
        await rm(model, { force: true });
      }
    }),
  };
}

/** A failure is not cached: the operator may have downloaded the files in the meantime. */
function cached<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
