import { statfs } from 'node:fs/promises';
import { StartError } from '../../foundation/start-error.ts';

// Less than PostgreSQL needs for its first write-ahead segment.
const fullDiskBytes = 16 * 1024 * 1024;

export const diskFullLine = (dataDir: string) =>
  `The disk that holds DATA_DIR "${dataDir}" is full: free some space and start again.`;

/** Turns an error of the file system into the one line that says what to do. */
export function fileSystemError(dataDir: string, cause: unknown): StartError {
  const { code, message, path } = cause as NodeJS.ErrnoException;
  const where = path ?? dataDir;
  const line =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? diskFullLine(dataDir)
      : code === 'EROFS'
        ? `DATA_DIR "${dataDir}" is on a read-only file system: set DATA_DIR to a folder that can be written.`
        : code === 'EACCES' || code === 'EPERM'
          ? `This user may not write "${where}": give the folder to this user, or set DATA_DIR to another one.`
          : code === 'ENOTDIR' || code === 'EEXIST'
            ? `DATA_DIR "${dataDir}" is not a folder: set DATA_DIR to another path.`
            : `DATA_DIR "${dataDir}" can't be used: ${message ?? String(cause)}`;
  return new StartError(line);
}

/** A PostgreSQL program failed: its own last words, unless the plain reason is a full disk. */
export async function programError(dataDir: string, what: string, output: string): Promise<StartError> {
  if (/no space left|disk quota exceeded/i.test(output) || (await freeBytes(dataDir)) < fullDiskBytes) {
    return new StartError(diskFullLine(dataDir));
  }
  const words = lastWords(output);
  return new StartError(words ? `${what}: ${words}` : `${what}.`);
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The first line that names the trouble, else the last line that says anything. */
function lastWords(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const trouble = lines.find((line) => /\b(FATAL|PANIC|error):/i.test(line));
  const last = lines.filter((line) => line !== '').at(-1);
  return (trouble ?? last ?? '').replace(/^.*?\b(FATAL|PANIC|error):\s*/i, '').slice(0, 300);
}
