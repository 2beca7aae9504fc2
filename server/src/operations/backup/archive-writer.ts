import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** The last entry. An archive without it is incomplete. */
export interface Manifest {
  rows: Record<string, number>;
  sha256: Record<string, string>;
}

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** The stream must yield exactly `size` bytes. */
  addStream(name: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void>;
}

/**
 * Writes a gzipped tar. It gets its name only when it is complete and flushed to disk. Only its owner may read it, because
 * it contains all data and the master key.
 */
export async function writeArchive<T>(
  file: string,
  work: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const draft = `${file}.${process.pid}.partial`;
  const tar = pack();
  const sha256: Record<string, string> = {};
  const written = pipeline(
    tar,
    createGzip({ level: 3 }),
    createWriteStream(draft, { mode: 0o600, flush: true }),
  );
  written.catch((error: Error) => tar.destroy(error));

  const addStream = async (name: string, size: number, bytes: AsyncIterable<Buffer>) => {
    const hash = createHash('sha256');
    const entry = tar.entry({ name, size, mode: 0o600 });
    await Promise.race([
      written,
      pipeline(
        bytes,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        entry,
      ),
    ]);
    sha256[name] = hash.digest('hex');
  };
  const add = (name: string, bytes: Buffer) =>
    addStream(
      name,
      bytes.length,
      (async function* () {
        if (bytes.length > 0) yield bytes;
      })(),
    );

  try {
    const result = await work({ add, addStream });
    await add('manifest.json', Buffer.from(JSON.stringify({ ...(result as object), sha256 })));
    tar.finalize();
    await written;
    await publish(draft, file);
    await syncFolder(path.dirname(file));
    return result;
  } catch (error) {
    tar.destroy();
    // If the file could not be written, that error is the cause of the others.
    const cause = await written.then(
      () => error,
      (failed: NodeJS.ErrnoException) => (failed.syscall ? failed : error),
    );
    await rm(draft, { force: true });
    throw cause;
  }
}

/** Never overwrites a file: creating a link fails where a rename would replace it. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
    await rm(draft);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // This file system has no hard links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(code ?? '')) throw error;
    await refuseExisting(file);
    await rename(draft, file);
  }
}

/** Throws EEXIST if the file exists. */
export async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found) throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST', syscall: 'link' });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
