import { open } from 'node:fs/promises';
import { findWavData } from '@parley/speech';

const bytesPerSecond = 16_000 * 2;
const headerBytes = 44;

export interface WavPiece {
  start_seconds: number;
  /** A complete WAV file. */
  bytes: Buffer;
}

export interface WavCut {
  /** The maximum duration of a piece. */
  pieceSeconds: number;
  /** How far before that end the quietest moment is searched, so that no word is cut. */
  searchSeconds: number;
}

/** Reads 16 kHz mono PCM in pieces, each cut at its quietest moment, with one piece in memory at a time. */
export async function* cutWav(
  path: string,
  { pieceSeconds, searchSeconds }: WavCut,
): AsyncGenerator<WavPiece> {
  const handle = await open(path);
  try {
    const { start, end } = await findWavData(handle);
    for (let at = start; at < end; ) {
      const wanted = Math.min(end - at, pieceSeconds * bytesPerSecond);
      const pcm = Buffer.alloc(wanted - (wanted % 2));
      const { bytesRead } = await handle.read(pcm, 0, pcm.length, at);
      if (bytesRead < 2) return;
      const last = at + bytesRead >= end;
      const length = last ? bytesRead : quietest(pcm.subarray(0, bytesRead), searchSeconds);
      yield {
        start_seconds: (at - start) / bytesPerSecond,
        bytes: Buffer.concat([wavHeader(length), pcm.subarray(0, length)]),
      };
      at += length;
    }
  } finally {
    await handle.close();
  }
}

/** The middle of the quietest tenth of a second near the end, as the byte offset of a sample. */
function quietest(pcm: Buffer, searchSeconds: number): number {
  const window = bytesPerSecond / 10;
  const from = Math.max(window, pcm.length - searchSeconds * bytesPerSecond);
  let best = pcm.length;
  let bestEnergy = Number.POSITIVE_INFINITY;
  for (let at = from - (from % 2); at + window <= pcm.length; at += window / 2) {
    let energy = 0;
    for (let i = at; i < at + window; i += 8) energy += Math.abs(pcm.readInt16LE(i));
    if (energy < bestEnergy) {
      bestEnergy = energy;
      best = at + window / 2;
    }
  }
  return best - (best % 2);
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(bytesPerSecond, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
