import { readFile, writeFile } from 'node:fs/promises';

/** Long enough to recognise a language, and a quarter of the cost of a full window. */
export const shortWindowSeconds = 8;
const positionsPerSecond = 50;

const magic = 0x67676d6c;
const float32 = 0;
const contextOffset = 8;
const tensorName = 'encoder.positional_embedding';

/**
 * Writes a copy of a Whisper model with a window of eight seconds in place of thirty. whisper.cpp pads everything to the
 * window of the model, and the binding can't shorten it. The length of the window is a number in the file, and the
 * encoder has one vector for each of its positions: the copy has the first ones.
 */
export async function writeShortWindowModel(model: string, target: string): Promise<void> {
  await writeFile(target, shortenWindow(await readFile(model), shortWindowSeconds * positionsPerSecond));
}

/** Exported for tests. */
export function shortenWindow(model: Buffer, positions: number): Buffer {
  const name = model.indexOf(tensorName);
  // Before its name a tensor has five numbers: dimensions, length of the name, type, width, positions.
  const header = name - 5 * 4;
  const isKnownLayout =
    name > 0 &&
    model.readUInt32LE(0) === magic &&
    model.readInt32LE(header) === 2 &&
    model.readInt32LE(header + 8) === float32 &&
    model.readInt32LE(header + 16) === model.readInt32LE(contextOffset) &&
    model.readInt32LE(contextOffset) >= positions;
  if (!isKnownLayout) throw new Error('The model file has an unknown layout.');
  const rowBytes = model.readInt32LE(header + 12) * 4;
  const data = name + tensorName.length;
  const shortened = Buffer.concat([
    model.subarray(0, data + positions * rowBytes),
    model.subarray(data + model.readInt32LE(contextOffset) * rowBytes),
  ]);
  shortened.writeInt32LE(positions, contextOffset);
  shortened.writeInt32LE(positions, header + 16);
  return shortened;
}
