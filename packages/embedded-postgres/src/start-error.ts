import { statfs } from 'node:fs/promises';
import { describeDataDir, type Instance } from './instance.ts';

/** PostgreSQL can't be started, and an operator can fix it: the message is one line that says how. */
export class PostgresStartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PostgresStartError';
  }
}

type Described = Pick<Instance, 'dataDir' | 'labels'>;

// Less than PostgreSQL needs for its first write-ahead log segment.
const fullDiskBytes = 16 * 1024 * 1024;

const errorPrefix = /^.*?\b(FATAL|PANIC|error):\s*/i;
const fullDiskPattern = /no space left|disk quota exceeded/i;

const diskFullMessage = ({ dataDir, labels }: Described) =>
  `The disk that holds ${labels.dataDir} "${dataDir}" is full: free some space and start again.`;

/** Turns a file system error into one line that says what to do. */
export function fileSystemError(instance: Described, cause: unknown): PostgresStartError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const { dataDir, labels } = instance;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new PostgresStartError(diskFullMessage(instance));
    case 'EROFS':
      return new PostgresStartError(
        `${describeDataDir(instance)} is on a read-only file system: choose a writable directory.`,
      );
    case 'EACCES':
    case 'EPERM':
      return new PostgresStartError(
        `This user may not write in ${labels.dataDir} "${dataDir}": give the directory to this user, or choose another one.`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new PostgresStartError(
        `${describeDataDir(instance)} is not a directory: choose another ${labels.dataDir}.`,
      );
    default:
      return new PostgresStartError(
        `${describeDataDir(instance)} can't be used: ${message ?? String(cause)}`,
      );
  }
}

/**
 * A PostgreSQL program failed: reports the first error that it printed. On a full disk it may not have been able to
 * print one, so the free space is checked as well.
 */
export async function programError(
  instance: Described,
  what: string,
  output: string,
): Promise<PostgresStartError> {
  const errorLine = output.split('\n').find((line) => errorPrefix.test(line));
  const isFull = errorLine
    ? fullDiskPattern.test(output)
    : (await freeBytes(instance.dataDir)) < fullDiskBytes;
  if (isFull) return new PostgresStartError(diskFullMessage(instance));
  const reason = errorLine?.replace(errorPrefix, '') ?? output.trim().split('\n').at(-1) ?? '';
  return new PostgresStartError(`${what}: ${reason.slice(0, 300) || 'it gave no reason'}.`);
}

export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
