import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

/** The path of the file in the first folder that has it. Does not verify its content. */
export async function findModelFile(file: string, folders: string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const candidate = path.join(folder, file);
    if (await stat(candidate).catch(() => undefined)) return candidate;
  }
  return undefined;
}

/** Whether the content of the file is the published one. */
export async function isIntact(file: string, { sha256 }: { sha256: string }): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
}
