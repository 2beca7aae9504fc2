import path from 'node:path';
import { findModelFile, isIntact } from '@parley/local-models';
import manifest from '../models.json' with { type: 'json' };
import { type Hints, SpeechError } from './speech.ts';

export const englishModels = ['whisper-base.en', 'moonshine-tiny'] as const;
export type EnglishModel = (typeof englishModels)[number];

const files = {
  'silero-vad': ['silero_vad.onnx'],
  'whisper-tiny': ['ggml-tiny-q5_1.bin'],
  'whisper-base.en': ['ggml-base.en.bin'],
  'moonshine-tiny': ['moonshine-tiny-encoder.onnx', 'moonshine-tiny-decoder.onnx'],
};
export type ModelName = keyof typeof files;

/**
 * whisper.cpp is built for x64 without AVX: there base.en takes 1.5 seconds of processor time for a second of speech,
 * and Moonshine takes 0.05.
 */
export const defaultEnglishModel = (arch: string = process.arch): EnglishModel =>
  arch === 'arm64' ? 'whisper-base.en' : 'moonshine-tiny';

/** The paths of a model's files, or undefined if one is missing. Does not verify their content. */
export async function findModelFiles(name: ModelName, folders: string[]): Promise<string[] | undefined> {
  const found = await Promise.all(files[name].map((file) => findModelFile(file, folders)));
  return found.every((file) => file !== undefined) ? found : undefined;
}

/** The paths of a model's files, verified by checksum: a file that differs from the published one is never loaded. */
export async function getModelFiles(name: ModelName, folders: string[], hints: Hints): Promise<string[]> {
  const found = await findModelFiles(name, folders);
  if (!found)
    throw new SpeechError(
      'not_installed',
      `The speech model ${name} is not on this machine: run \`${hints.fetchModels}\`, or ${hints.alternative}.`,
    );
  for (const file of found) {
    const published = manifest.find((entry) => entry.file === path.basename(file));
    if (!published || !(await isIntact(file, published)))
      throw new SpeechError(
        'not_installed',
        `The file ${path.basename(file)} of the speech model is damaged: run \`${hints.fetchModels}\` to download it again.`,
      );
  }
  return found;
}
