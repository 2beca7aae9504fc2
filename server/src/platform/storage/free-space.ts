import { statfs } from 'node:fs/promises';
import { AppError } from '../../foundation/errors.ts';

/** A write is checked again after this many bytes. Reading the free space takes microseconds. */
const checkEveryBytes = 4 * 1024 * 1024;
const retryAfterSeconds = 60;

/** Refuses bytes while the disk of a folder is nearly full, because PostgreSQL does not survive a full disk. */
export interface FreeSpace {
  /** Throws a 503 if less than the minimum is free. */
  require(): Promise<void>;
  /** Returns a check for one write, called with the number of bytes so far before they are stored. */
  watch(): (sizeBytes: number) => Promise<void> | undefined;
}

export function createFreeSpace(directory: string, freeBytesMin: number): FreeSpace {
  const require = async () => {
    // Without a folder there is nothing to measure; the write then fails or creates it.
    const found = await statfs(directory).catch(() => undefined);
    if (found && found.bavail * found.bsize < freeBytesMin) throw nearlyFull();
  };
  return {
    require,
    watch() {
      let checkedUpTo = 0;
      return (sizeBytes) => {
        if (sizeBytes <= checkedUpTo) return undefined;
        checkedUpTo = sizeBytes + checkEveryBytes;
        return require();
      };
    },
  };
}

/** For data that is not on a disk of this machine. */
export const unlimitedSpace: FreeSpace = { require: async () => {}, watch: () => () => undefined };

function nearlyFull(): AppError {
  const error = new AppError(
    'internal',
    'The disk of this server is nearly full, so it accepts no uploads. Its operator must free some space.',
  );
  error.temporary = true;
  error.retryAfterSeconds = retryAfterSeconds;
  return error;
}
