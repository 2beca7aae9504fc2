import { Readable } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import { ERRORS, Upload } from '@tus/server';
import { checkKey } from './keys.ts';
import { s3ClientConfig } from './s3-client.ts';
import type { S3Config } from './s3-config.ts';
import type { Storage } from './storage.ts';
import { isUploadId, newUpload, type ResumableUploads } from './uploads.ts';
import { verifyStream } from './verify-stream.ts';

const folder = 'uploads/';

/**
 * One S3 multipart upload per upload. `<id>.part` stores bytes that are too few for a part, `<id>.info` the state of the
 * upload, so that any node can continue it. Parts are buffered in temporary files, not in memory.
 */
export function openS3Uploads(config: S3Config, storage: Storage): ResumableUploads {
  const store = new S3Store({
    partSize: 8 * 1024 * 1024,
    maxConcurrentPartUploads: 4,
    // Not every S3-compatible store supports tags. The periodic sweep removes expired uploads.
    useTags: false,
    s3ClientConfig: { ...s3ClientConfig(config), bucket: config.bucket },
  });
  const full = (uploadId: string) => {
    // The tus server calls this and turns its own error into a 404.
    if (!isUploadId(uploadId)) throw ERRORS.FILE_NOT_FOUND;
    return `${config.prefix}${folder}${uploadId}`;
  };
  const datastore = underPrefix(store, full);

  const uploads: ResumableUploads = {
    datastore,
    async create(uploadId, sizeBytes) {
      await datastore.create(newUpload(uploadId, sizeBytes));
    },
    async seal(uploadId) {
      const upload = await datastore.getUpload(uploadId).catch(unlessGone);
      if (!upload || upload.offset === 0) return upload?.offset;
      if (upload.sizeIsDeferred) await datastore.declareUploadLength(uploadId, upload.offset);
      // The parts become an object when the last byte is written: here, no byte is missing.
      if (!(await storage.find(`${folder}${uploadId}`)))
        await datastore.write(Readable.from([]), uploadId, upload.offset);
      return upload.offset;
    },
    async findOffset(uploadId) {
      const upload = await datastore.getUpload(uploadId).catch(unlessGone);
      return upload?.offset;
    },
    async finish(uploadId, key, options) {
      full(uploadId);
      checkKey(key);
      const staged = `${folder}${uploadId}`;
      // Absent if the upload is unfinished or was moved before a crash.
      const from = (await storage.find(staged)) ? staged : key;
      const blob = await verifyStream((await storage.read(from)).stream, options);
      if (from === staged) await storage.move(staged, key);
      await uploads.remove(uploadId);
      return blob;
    },
    async remove(uploadId) {
      await datastore.remove(uploadId).catch(unlessGone);
      await storage.deletePrefix(`${folder}${uploadId}.`);
      await storage.delete(`${folder}${uploadId}`);
    },
    async *list() {
      for await (const { key, modified_at } of storage.list(folder)) {
        const uploadId = key.slice(folder.length).replace(/\.info$/, '');
        if (key.endsWith('.info') && isUploadId(uploadId))
          yield { upload_id: uploadId, created_at: modified_at };
      }
    },
  };
  return uploads;
}

/** Maps the ids of the tus server (`fil_…`) to keys of the bucket (`<prefix>uploads/fil_…`). */
function underPrefix(store: S3Store, full: (uploadId: string) => string): S3Store {
  const renamed = (upload: Upload, id: string) =>
    new Upload({
      id,
      ...(upload.size === undefined ? {} : { size: upload.size }),
      offset: upload.offset,
      metadata: upload.metadata,
      storage: upload.storage,
      creation_date: upload.creation_date,
    });
  return Object.assign(Object.create(store) as S3Store, {
    create: async (upload: Upload) =>
      renamed(await store.create(renamed(upload, full(upload.id))), upload.id),
    remove: (id: string) => store.remove(full(id)),
    write: (...[source, id, offset]: Parameters<S3Store['write']>) => store.write(source, full(id), offset),
    getUpload: async (id: string) => renamed(await store.getUpload(full(id)), id),
    declareUploadLength: (id: string, length: number) => store.declareUploadLength(full(id), length),
  });
}

function unlessGone(error: unknown): undefined {
  const fault = error as { status_code?: number; name?: string; $metadata?: { httpStatusCode?: number } };
  const gone =
    [404, 410].includes(fault.status_code ?? fault.$metadata?.httpStatusCode ?? 0) ||
    ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(fault.name ?? '');
  if (!gone) throw error;
}
