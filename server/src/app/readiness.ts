import { mkdir, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { NotReady } from '../http/probes.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Load balancers ask often: what was found holds this long. */
const holdsMs = 5_000;

/** DATA_DIR has room and takes writes. PostgreSQL stops for good when its disk is full: better to say so before. */
export const dataDirCheck = (dataDir: string, freeBytesMin: number) =>
  sometimes(async () => {
    // With a database and a storage of the operator's own nothing may have been put there yet.
    await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(() => {});
    const { bavail, bsize } = await statfs(dataDir).catch(() => {
      throw new NotReady('DATA_DIR can not be read.');
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

/** The storage takes a blob and gives it up again. */
export const storageCheck = (storage: Storage) =>
  sometimes(async () => {
    const key = `readiness/${process.pid}`;
    try {
      await storage.put(key, Readable.from([Buffer.from('ready')]), { maxBytes: 100 });
      await storage.delete(key);
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      throw new NotReady(`The storage takes no writes (${code ?? name}).`);
    }
  });

const toMiB = (bytes: number) => Math.floor(bytes / 1024 ** 2);

/** One run at a time, whose result is shared for a few seconds. */
function sometimes(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let startedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (!running || performance.now() - startedMs > holdsMs) {
      startedMs = performance.now();
      running = check();
      running.catch(() => {});
    }
    return running;
  };
}
