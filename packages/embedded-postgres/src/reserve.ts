import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from './instance.ts';
import { freeBytes } from './start-error.ts';

/**
 * PostgreSQL does not start on a full disk: it writes before it accepts connections. A file of this size keeps space for that.
 * It is removed before a start without space, and written again when there is room.
 */
export const reservePathOf = (dataDir: string) => join(dataDir, 'postgres.reserve');

const blockBytes = 1024 * 1024;
/** The reserve never takes the last space of a small disk. */
const roomFactor = 3;

type Reserving = Pick<Instance, 'dataDir' | 'reserveBytes' | 'log'>;

/** Frees the reserve if the disk has less free space than the reserve has. */
export async function releaseReserve({ dataDir, reserveBytes = 0, log }: Reserving): Promise<void> {
  const path = reservePathOf(dataDir);
  const held = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (held === 0 || (await freeBytes(dataDir)) >= reserveBytes) return;
  await rm(path, { force: true });
  log.warn(
    { event: 'postgres.reserve_released', bytes: held },
    'The disk is full: the reserve of PostgreSQL was released. Free some space',
  );
}

/** Writes the reserve if it is missing and there is room for it. */
export async function keepReserve({ dataDir, reserveBytes = 0 }: Reserving): Promise<void> {
  const path = reservePathOf(dataDir);
  if (reserveBytes === 0 || (await stat(path).catch(() => undefined))) return;
  if ((await freeBytes(dataDir)) < reserveBytes * roomFactor) return;
  const unfinished = `${path}.new`;
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      // Random, because some file systems compress blocks or leave out those without content.
      const block = randomBytes(blockBytes);
      for (let written = 0; written < reserveBytes; written += blockBytes) await file.write(block);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch {
    // The disk became full meanwhile. The next call tries again.
    await rm(unfinished, { force: true }).catch(() => {});
  }
}
