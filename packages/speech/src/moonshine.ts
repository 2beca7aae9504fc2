import { createHash } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sherpa } from './engines.ts';
import { type Recognizer, sampleRate } from './recognizer.ts';
import { estimateWordTimes } from './word-timing.ts';

interface MoonshineOptions {
  sherpa: Sherpa;
  encoder: string;
  decoder: string;
  cacheDir: string;
  threads: number;
}

/** Moonshine on sherpa-onnx: English only, twenty times faster than real time on one core, reports no word times. */
export async function loadMoonshine(options: MoonshineOptions): Promise<Recognizer> {
  const recognizer = new options.sherpa.OfflineRecognizer({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      moonshine: { encoder: options.encoder, mergedDecoder: options.decoder },
      tokens: await tokenFile(options.cacheDir),
      numThreads: options.threads,
    },
  });
  return {
    async recognize(turns) {
      return turns.map((turn) => {
        const stream = recognizer.createStream();
        stream.acceptWaveform({ samples: turn.samples, sampleRate });
        recognizer.decode(stream);
        return estimateWordTimes(recognizer.getResult(stream).tokens, turn.regions);
      });
    },
  };
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
