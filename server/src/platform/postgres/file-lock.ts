import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * PostgreSQL finds another PostgreSQL on the same files by its process number, which means nothing across
 * containers that share a volume: both would write. So every PostgreSQL process inherits this locked file; the
 * kernel frees it when the last one has ended. Nothing is returned where another holds it.
 */
export async function lockCluster(dataDir: string): Promise<FileHandle | undefined> {
  const file = await open(join(dataDir, 'postgres.lock'), 'a', 0o600);
  // Node has no call for it. The lock belongs to the open file, not to the process that asked for it.
  const flock = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file.fd] });
  const code = await once(flock, 'exit').then(
    ([code]) => code as number | null,
    // No such program on this system: PostgreSQL's own check remains.
    () => 0,
  );
  // 1 means held; anything else, that this file system knows no such locks.
  if (code !== 1) return file;
  await file.close();
  return undefined;
}
