import { createReadStream } from 'node:fs';
import { chmod, mkdir, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { type DataStore, Upload } from '@tus/server';
import { createChunkWriter } from './chunk-writer.ts';
import type { DiskConfig, DiskStorage } from './disk.ts';
import { checkKey } from './keys.ts';
import { StorageError } from './storage.ts';
import { isUploadId, type ResumableUploads } from './uploads.ts';
import { verifyStream } from './verify-stream.ts';

/** What of the store is changed here; its own types hide one of the two. */
const Store = FileStore as unknown as new (options: { directory: string }) => DataStore;

class DiskUploadStore extends Store {
  readonly pathOf: (uploadId: string) => string;

  constructor(directory: string, pathOf: (uploadId: string) => string) {
    super({ directory });
    this.pathOf = pathOf;
  }

  /** Would make the folder at once, and throw where nobody can catch it; creating an upload makes it too. */
  checkOrCreateDirectory(): void {}

  /** Only this user may read uploads. The mode is set before the first byte arrives. */
  override async create(upload: Upload): Promise<Upload> {
    const path = this.pathOf(upload.id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const created = await super.create(upload);
    await chmod(path, 0o600);
    await chmod(`${path}.json`, 0o600);
    return created;
  }

  /** At the speed of the disk: the store's own way leaves every chunk to the garbage collector. */
  override async write(source: Readable, uploadId: string, offset: number): Promise<number> {
    let at = offset;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        at += chunk.length;
        done(null, chunk);
      },
    });
    const path = this.pathOf(uploadId);
    await pipeline(source, counter, await createChunkWriter(path, { ownsChunks: true, from: offset }));
    return at;
  }
}

export function openDiskUploads(config: DiskConfig, storage: DiskStorage): ResumableUploads {
  // On the same file system as the blobs: finishing is a rename, whatever the size.
  const directory = join(config.directory, 'uploads');
  const pathOf = (uploadId: string) => {
    if (!isUploadId(uploadId)) throw new StorageError('not_found', 'The upload does not exist.');
    return join(directory, uploadId);
  };
  const datastore = new DiskUploadStore(directory, pathOf);
  const sizeOf = (path: string) =>
    stat(path).then(
      (found) => found.size,
      () => undefined,
    );

  const uploads: ResumableUploads = {
    datastore,
    async create(uploadId, sizeBytes) {
      pathOf(uploadId);
      await datastore.create(new Upload({ id: uploadId, size: sizeBytes, offset: 0 }));
    },
    findOffset: async (uploadId) => sizeOf(pathOf(uploadId)),
    async finish(uploadId, key, options) {
      const path = pathOf(uploadId);
      checkKey(key);
      if ((await sizeOf(path)) === undefined) {
        // The rename was done before a crash: the blob is there, and only the answer got lost.
        const { stream } = await storage.read(key);
        const blob = await verifyStream(stream, options);
        await uploads.remove(uploadId);
        return blob;
      }
      const blob = await verifyStream(createReadStream(path), options);
      // Uploads that began before an update may be readable by others.
      await chmod(path, 0o600);
      await storage.adopt(path, key);
      await uploads.remove(uploadId);
      return blob;
    },
    async remove(uploadId) {
      await rm(pathOf(uploadId), { force: true });
      await rm(`${pathOf(uploadId)}.json`, { force: true });
    },
    async *list() {
      const folder = await opendir(directory).catch(() => undefined);
      if (!folder) return;
      for await (const { name } of folder) {
        const uploadId = name.replace(/\.json$/, '');
        // The bytes stand for the upload; a description alone is what a crash left, and is listed too.
        if (name !== uploadId && (await sizeOf(join(directory, uploadId))) !== undefined) continue;
        const found = await stat(join(directory, name)).catch(() => undefined);
        if (found && isUploadId(uploadId)) yield { upload_id: uploadId, created_at: found.birthtime };
      }
    },
  };
  return uploads;
}
