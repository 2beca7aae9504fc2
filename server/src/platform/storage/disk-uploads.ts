import { createReadStream } from 'node:fs';
import { chmod, mkdir, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { DataStore, Upload } from '@tus/server';
import { createChunkWriter } from './chunk-writer.ts';
import type { DiskConfig, DiskStorage } from './disk.ts';
import { createFreeSpace, type FreeSpace } from './free-space.ts';
import { checkKey } from './keys.ts';
import { StorageError } from './storage.ts';
import { isUploadId, newUpload, type ResumableUploads } from './uploads.ts';
import { verifyStream } from './verify-stream.ts';

/** The type that allows overriding `checkOrCreateDirectory`, which FileStore declares private. */
const Store = FileStore as unknown as new (options: { directory: string }) => DataStore;

class DiskUploadStore extends Store {
  readonly pathOf: (uploadId: string) => string;
  readonly space: FreeSpace;

  constructor(directory: string, pathOf: (uploadId: string) => string, space: FreeSpace) {
    super({ directory });
    this.pathOf = pathOf;
    this.space = space;
  }

  /** The original creates the folder in the constructor and throws asynchronously. `create` creates it instead. */
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

  /** Frees chunks as they are written; with the original, garbage collection halves the speed. */
  override async write(source: Readable, uploadId: string, offset: number): Promise<number> {
    let at = offset;
    const hasSpace = this.space.watch();
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        at += chunk.length;
        const check = hasSpace(at - offset);
        if (check) check.then(() => done(null, chunk), done);
        else done(null, chunk);
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
  const datastore = new DiskUploadStore(
    directory,
    pathOf,
    createFreeSpace(config.directory, config.freeBytesMin ?? 0),
  );
  const sizeOf = (path: string) =>
    stat(path).then(
      (found) => found.size,
      () => undefined,
    );

  const uploads: ResumableUploads = {
    datastore,
    async create(uploadId, sizeBytes) {
      pathOf(uploadId);
      await datastore.create(newUpload(uploadId, sizeBytes));
    },
    seal: async (uploadId) => sizeOf(pathOf(uploadId)),
    findOffset: async (uploadId) => sizeOf(pathOf(uploadId)),
    async finish(uploadId, key, options) {
      const path = pathOf(uploadId);
      checkKey(key);
      if ((await sizeOf(path)) === undefined) {
        // The file was renamed before a crash or a lost response, so the blob exists.
        const { stream } = await storage.read(key);
        const blob = await verifyStream(stream, options);
        await uploads.remove(uploadId);
        return blob;
      }
      const blob = await verifyStream(createReadStream(path), options);
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
        // Each upload is listed once, by its bytes. A description without bytes, left by a crash, is listed too.
        if (name !== uploadId && (await sizeOf(join(directory, uploadId))) !== undefined) continue;
        const found = await stat(join(directory, name)).catch(() => undefined);
        if (found && isUploadId(uploadId)) yield { upload_id: uploadId, created_at: found.birthtime };
      }
    },
  };
  return uploads;
}
