import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../../../../models.json' with { type: 'json' };
import { TranscriberError } from '../transcriber.ts';

const project = fileURLToPath(new URL('../../../../../../', import.meta.url));

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
 * Which model hears English unless the operator says otherwise. whisper.cpp comes for x64 without AVX: there base.en
 * takes 1.5 seconds of processor for a second of speech, Moonshine 0.05 (ADR 60).
 */
export const defaultEnglish = (arch: string = process.arch): EnglishModel =>
  arch === 'arm64' ? 'whisper-base.en' : 'moonshine-tiny';

/** Where tools/fetch-models.mjs puts the files: what it wrote down, then the same places in the same order. */
export async function modelFolders(modelsDir: string | undefined): Promise<string[]> {
  if (modelsDir) return [path.resolve(modelsDir)];
  const told = await readFile(path.join(project, 'node_modules', '.parley-models'), 'utf8').catch(() => '');
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return [
    ...(told ? [told.trim()] : []),
    path.join(cache, 'parley', 'models'),
    path.join(project, '.models'),
  ];
}

/** The files of a model, by place; checked for size only. */
export async function findModel(name: ModelName, folders: string[]): Promise<string[] | undefined> {
  const found = await Promise.all(files[name].map((file) => findFile(file, folders)));
  return found.every((file) => file !== undefined) ? found : undefined;
}

async function findFile(file: string, folders: string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const candidate = path.join(folder, file);
    const size = await stat(candidate).then(
      (found) => found.size,
      () => -1,
    );
    if (size >= 0) return candidate;
  }
  return undefined;
}

/** The files of a model, every byte checked: what is not the published file is never loaded. */
export async function getModel(name: ModelName, folders: string[]): Promise<string[]> {
  const found = await findModel(name, folders);
  if (!found)
    throw new TranscriberError(
      'not_configured',
      `The speech model ${name} is not on this machine: run \`npm run models\`, or set TRANSCRIBE_BASE_URL.`,
    );
  for (const file of found) {
    if ((await hashOf(file)) !== manifest.find((entry) => entry.file === path.basename(file))?.sha256)
      throw new TranscriberError(
        'not_configured',
        `The file ${path.basename(file)} of the speech model is damaged: run \`npm run models\` to fetch it anew.`,
      );
  }
  return found;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
