import { createHash } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sherpa } from './engines.ts';
import { type Recognizer, sampleRate, type TurnAudio } from './recognizer.ts';
import { estimateWordTimes } from './word-timing.ts';

interface MoonshineOptions {
  sherpa: Sherpa;
  encoder: string;
  decoder: string;
  cacheDir: string;
  threads: number;
}

/** Enough turns that every thread has work, and little enough that an interruption costs seconds. */
const batchSeconds = 60;

/** Moonshine on sherpa-onnx: English only, twelve times faster than real time on one core, reports no word times. */
export async function loadMoonshine(options: MoonshineOptions): Promise<Recognizer> {
  const recognizer = new options.sherpa.OfflineRecognizer({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      moonshine: { encoder: options.encoder, mergedDecoder: options.decoder },
      tokens: await tokenFile(options.cacheDir),
      // One thread for each turn: two threads for one turn wait for each other and use 1.7 times the processor time.
      numThreads: 1,
    },
  });
  const recognizeTurn = async ({ samples, regions }: TurnAudio) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate });
    return estimateWordTimes((await recognizer.decodeAsync(stream)).tokens, regions);
  };
  return {
    batchSeconds,
    recognize: (turns) => mapConcurrently(turns, options.threads, recognizeTurn),
  };
}

async function mapConcurrently<T, R>(
  items: T[],
  concurrency: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}

/** Moonshine's vocabulary is Llama's plus 768 tokens of its own; sherpa-onnx reads it from a file, in base64. */
async function tokenFile(cacheDir: string): Promise<string> {
  const { default: tokenizer } = await import('llama-tokenizer-js');
  const vocabulary: string[] = [
    ...tokenizer.vocabById,
    ...Array.from({ length: 768 }, (_, i) => `<<ST_${i}>>`),
  ];
  const text = vocabulary.map((word, id) => `${Buffer.from(word).toString('base64')} ${id}\n`).join('');
  const file = path.join(
    cacheDir,
    `moonshine-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.txt`,
  );
  const size = await stat(file).then(
    (found) => found.size,
    () => -1,
  );
  if (size === text.length) return file;
  await mkdir(cacheDir, { recursive: true });
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
  return file;
}
