import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, opendir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createChunkWriter } from './chunk-writer.ts';
import { createFreeSpace } from './free-space.ts';
import { blobMissing, checkKey, checkPrefix } from './keys.ts';
import { resolveRange } from './ranges.ts';
import { createSignUrl, type ReadDeps } from './read-tokens.ts';
import { type BlobStat, type Storage, StorageError } from './storage.ts';
import { createUploadVerifier } from './verify-upload.ts';

export interface DiskConfig {
  kind: 'disk';
  directory: string;
  /** No bytes are stored while less than this is free; 0 unless set. */
  freeBytesMin?: number;
}

export interface DiskStorage extends Storage {
  /** Turns a file of the same file system into a blob without copying it. */
  adopt(path: string, key: string): Promise<void>;
}

/**
 * Layout: `blobs/<shard>/<key>` with 256 shards, so that no folder grows with the whole installation, and
 * `partial/` for unfinished writes. File names of blobs start with `@`, which no key does, so that `a` and
 * `a/b` can both exist, as on S3.
 */
export function openDiskStorage(config: DiskConfig, deps: ReadDeps): DiskStorage {
  const blobs = join(config.directory, 'blobs');
  const partial = join(config.directory, 'partial');
  const space = createFreeSpace(config.directory, config.freeBytesMin ?? 0);

  const pathOf = (key: string) => {
    const parts = checkKey(key).split('/');
    const name = parts.pop() as string;
    return join(blobs, shardOf(key), ...parts, `@${name}`);
  };

  async function find(key: string): Promise<BlobStat | undefined> {
    const found = await stat(pathOf(key)).catch(ignoreMissing);
    return found && { key, size_bytes: found.size, modified_at: found.mtime };
  }

  async function remove(key: string): Promise<boolean> {
    const path = pathOf(key);
    const removed = await unlink(path).then(() => true, ignoreMissing);
    await removeEmptyFolders(dirname(path));
    return removed ?? false;
  }

  async function removeEmptyFolders(start: string): Promise<void> {
    for (let folder = start; folder.length > blobs.length + 3; folder = dirname(folder)) {
      const removed = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }

  /** Syncs the bytes before the rename, and the folder before it returns: after a crash, the blob is complete or absent. */
  async function publish(from: string, key: string): Promise<void> {
    const to = pathOf(key);
    await sync(from);
    // A concurrent delete may remove the empty folder between mkdir and rename.
    for (let tries = 1; ; tries++) {
      try {
        const firstMade = await mkdir(dirname(to), { recursive: true, mode: 0o700 });
        await rename(from, to);
        await syncFolders(dirname(to), firstMade);
        return;
      } catch (error) {
        if (!isMissing(error) || tries === 10) throw error;
      }
    }
  }

  async function partialPath(): Promise<string> {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    return join(partial, randomBytes(16).toString('hex'));
  }

  async function* list(prefix: string): AsyncGenerator<BlobStat> {
    checkPrefix(prefix);
    // Two complete parts determine the shard; a shorter prefix may match keys in any shard.
    const single = prefix.split('/').length > 2 ? [shardOf(prefix)] : undefined;
    for (const shard of single ?? (await names(blobs))) yield* walk(join(blobs, shard), '', prefix);
  }

  async function* walk(folder: string, above: string, prefix: string): AsyncGenerator<BlobStat> {
    const entries = await opendir(folder).catch(ignoreMissing);
    if (!entries) return;
    for await (const entry of entries) {
      if (entry.isDirectory()) {
        const inside = `${above}${entry.name}/`;
        if (inside.startsWith(prefix) || prefix.startsWith(inside))
          yield* walk(join(folder, entry.name), inside, prefix);
      } else if (entry.name.startsWith('@')) {
        const key = `${above}${entry.name.slice(1)}`;
        const found = key.startsWith(prefix) ? await find(key) : undefined;
        if (found) yield found;
      }
    }
  }

  return {
    adopt: publish,
    pathOf,
    async put(key, source, options = {}) {
      pathOf(key);
      const path = await partialPath();
      const hasSpace = space.watch();
      const verifier = createUploadVerifier({
        ...options,
        admit: (size) => both(hasSpace(size), options.admit?.(size)),
      });
      try {
        const writer = await createChunkWriter(path, { ownsChunks: options.ownsChunks ?? false });
        await pipeline(source, verifier.stream, writer, { signal: options.signal });
        await publish(path, key);
      } catch (error) {
        source.destroy();
        await rm(path, { force: true });
        throw error;
      }
      return verifier.result();
    },
    async read(key, range) {
      // Size and bytes come from one handle, so a concurrent delete or replacement cannot mix two blobs.
      const handle = await open(pathOf(key)).catch(ignoreMissing);
      if (!handle) throw blobMissing();
      try {
        const { size } = await handle.stat();
        const { start, end } = resolveRange(range, size);
        // For an empty blob, reading past its end returns an empty stream.
        const stream = handle.createReadStream({ start, end: Math.max(end, start) });
        return { stream, size, start, end };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    find,
    async stat(key) {
      const found = await find(key);
      if (!found) throw blobMissing();
      return found;
    },
    async delete(key) {
      await remove(key);
    },
    async deletePrefix(prefix) {
      if (checkPrefix(prefix) === '') throw new StorageError('bad_key', 'Refusing to delete every blob.');
      let count = 0;
      for await (const { key } of list(prefix)) if (await remove(key)) count++;
      return count;
    },
    list,
    async copy(from, to) {
      const path = await partialPath();
      pathOf(to);
      try {
        await copyFile(pathOf(from), path);
        await publish(path, to);
      } catch (error) {
        await rm(path, { force: true });
        throw isMissing(error) ? blobMissing() : error;
      }
    },
    async move(from, to) {
      const path = pathOf(from);
      pathOf(to);
      if (!(await find(from))) throw blobMissing();
      if (from === to) return;
      await publish(path, to);
      await removeEmptyFolders(dirname(path));
    },
    signUrl: createSignUrl(deps),
    async sweepIncomplete(olderThan) {
      let count = 0;
      for (const name of await names(partial)) {
        const found = await stat(join(partial, name)).catch(ignoreMissing);
        if (!found || found.mtime >= olderThan) continue;
        await rm(join(partial, name), { force: true });
        count++;
      }
      return count;
    },
  };
}

const both = (one: Promise<void> | undefined, other: Promise<void> | undefined) =>
  one && other ? Promise.all([one, other]).then(() => {}) : (one ?? other);

/** Uses the first two parts of the key, so that all blobs of one record are in one shard. */
function shardOf(key: string): string {
  const group = key.split('/', 2).join('/');
  return createHash('sha256').update(group).digest('hex').slice(0, 2);
}

async function names(folder: string): Promise<string[]> {
  const entries = await opendir(folder).catch(ignoreMissing);
  const found: string[] = [];
  if (entries) for await (const entry of entries) found.push(entry.name);
  return found;
}

/** Makes a rename durable: syncs the folder and, if folders were created, each parent. A deleted folder is skipped. */
async function syncFolders(folder: string, firstMade: string | undefined): Promise<void> {
  const top = firstMade ? dirname(firstMade) : folder;
  for (let path = folder; path.length >= top.length; path = dirname(path)) {
    await sync(path).catch(ignoreMissing);
    if (path === dirname(path)) return;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
