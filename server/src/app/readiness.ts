import { mkdir, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../foundation/errors.ts';
import { NotReady } from '../http/probes.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Load balancers poll often, so a result is reused for this long. */
const reuseMs = 5_000;

/** Checks free space and writes in DATA_DIR. It fails before the disk is full, because PostgreSQL does not survive that. */
export const dataDirCheck = (dataDir: string, freeBytesMin: number) =>
  reuseResult(async () => {
    // The folder may not exist yet if both database and storage are external.
    await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(() => {});
    const { bavail, bsize } = await statfs(dataDir).catch(() => {
      throw new NotReady('DATA_DIR cannot be read.');
    });
    const free = bavail * bsize;
    if (free < freeBytesMin)
      throw new NotReady(
        `The disk is nearly full: ${toMiB(free)} MiB are free, and ${toMiB(freeBytesMin)} MiB are needed.`,
      );
    const probe = path.join(dataDir, `.readiness-${process.pid}`);
    try {
      const file = await open(probe, 'w', 0o600);
      await file.writeFile('ready').finally(() => file.close());
    } catch (error) {
      throw new NotReady(`DATA_DIR takes no writes (${(error as NodeJS.ErrnoException).code}).`);
    } finally {
      await rm(probe, { force: true }).catch(() => {});
    }
  });

/** Writes a blob to the storage and deletes it. */
export const storageCheck = (storage: Storage) =>
  reuseResult(async () => {
    const key = `readiness/${process.pid}`;
    try {
      await storage.put(key, Readable.from([Buffer.from('ready')]), { maxBytes: 100 });
      await storage.delete(key);
    } catch (error) {
      // The files may be on another disk than DATA_DIR.
      if (error instanceof AppError) throw new NotReady(error.message);
      const { code, name } = error as NodeJS.ErrnoException;
      throw new NotReady(`The storage takes no writes (${code ?? name}).`);
    }
  });

const toMiB = (bytes: number) => Math.floor(bytes / 1024 ** 2);

/** Runs the check once at a time and shares its result for a few seconds. */
function reuseResult(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let startedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (!running || performance.now() - startedAtMs > reuseMs) {
      startedAtMs = performance.now();
      running = check();
      running.catch(() => {});
    }
    return running;
  };
}
