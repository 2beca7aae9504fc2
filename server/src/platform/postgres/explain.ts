import { statfs } from 'node:fs/promises';
import { StartError } from '../../foundation/start-error.ts';

// Less than PostgreSQL needs for its first write-ahead segment.
const fullDiskBytes = 16 * 1024 * 1024;

const troubleMark = /^.*?\b(FATAL|PANIC|error):\s*/i;
const fullDiskMark = /no space left|disk quota exceeded/i;

const diskFullLine = (dataDir: string) =>
  `The disk that holds DATA_DIR "${dataDir}" is full: free some space and start again.`;

/** Turns an error of the file system into the one line that says what to do. */
export function fileSystemError(dataDir: string, cause: unknown): StartError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const line =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? diskFullLine(dataDir)
      : code === 'EROFS'
        ? `DATA_DIR "${dataDir}" is on a read-only file system: set DATA_DIR to a folder that can be written.`
        : code === 'EACCES' || code === 'EPERM'
          ? `This user may not write in DATA_DIR "${dataDir}": give the folder to this user, or set DATA_DIR to another one.`
          : code === 'ENOTDIR' || code === 'EEXIST'
            ? `DATA_DIR "${dataDir}" is not a folder: set DATA_DIR to another path.`
            : `DATA_DIR "${dataDir}" can't be used: ${message ?? String(cause)}`;
  return new StartError(line);
}

/** A PostgreSQL program failed: its own last words. On a full disk it may not even have been able to write those. */
export async function programError(dataDir: string, what: string, output: string): Promise<StartError> {
  const trouble = output.split('\n').find((line) => troubleMark.test(line));
  const isFull = trouble ? fullDiskMark.test(output) : (await freeBytes(dataDir)) < fullDiskBytes;
  if (isFull) return new StartError(diskFullLine(dataDir));
  const words = trouble?.replace(troubleMark, '') ?? output.trim().split('\n').at(-1) ?? '';
  return new StartError(`${what}: ${words.slice(0, 300) || 'it gave no reason'}.`);
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
