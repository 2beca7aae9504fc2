import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * PostgreSQL recognises another server on the same files by its process id, which means nothing across containers that
 * share a volume: both would write. Therefore every PostgreSQL process inherits this locked file, and the kernel
 * releases the lock when the last of them has ended. Returns undefined if another server holds it.
 */
export async function lockClusterFiles(dataDir: string): Promise<FileHandle | undefined> {
  const file = await open(join(dataDir, 'postgres.lock'), 'a', 0o600);
  // Node has no flock call. The lock belongs to the open file description, not to the process that requested it.
  const flock = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file.fd] });
  const code = await once(flock, 'exit').then(
    ([code]) => code as number | null,
    // The program is not installed: PostgreSQL's own check remains.
    () => 0,
  );
  // 1 means that the lock is held; any other failure, that the file system does not support locks.
  if (code !== 1) return file;
  await file.close();
  return undefined;
}
