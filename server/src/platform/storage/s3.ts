import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { blobMissing, checkKey, checkPrefix } from './keys.ts';
import { createSignUrl, type ReadDeps } from './read-tokens.ts';
import { createS3Client, isS3BadRange, isS3Missing, isS3NoUpload } from './s3-client.ts';
import type { S3Config } from './s3-config.ts';
import {
  type BlobRead,
  type BlobStat,
  type ByteRange,
  type PutOptions,
  type Storage,
  StorageError,
  type StoredBlob,
} from './storage.ts';
import { createUploadVerifier } from './verify-upload.ts';

// Two parts of 8 MiB in flight and one being filled: far below the limit of 64 MB of memory per stream. 10,000 parts,
// the limit of S3, are 80 GB.
const partBytes = 8 * 1024 * 1024;
const concurrentParts = 2;

// The maximum of one S3 copy request. Not every compatible store can copy in parts.
const maxCopyBytes = 5 * 1024 ** 3;

export interface S3Deps extends ReadDeps {
  /** Lower in tests. */
  maxCopyBytes?: number;
}

export function openS3Storage(config: S3Config, deps: S3Deps): Storage {
  const client = createS3Client(config);
  const { bucket, prefix: root } = config;
  const at = (key: string) => ({ Bucket: bucket, Key: `${root}${checkKey(key)}` });

  async function find(key: string): Promise<BlobStat | undefined> {
    try {
      const head = await client.send(new HeadObjectCommand(at(key)));
      return { key, size_bytes: head.ContentLength ?? 0, modified_at: head.LastModified ?? new Date(0) };
    } catch (error) {
      if (isS3Missing(error)) return undefined;
      throw error;
    }
  }

  async function stat(key: string): Promise<BlobStat> {
    const found = await find(key);
    if (!found) throw blobMissing();
    return found;
  }

  async function* pages(prefix: string): AsyncGenerator<BlobStat[]> {
    const Prefix = `${root}${checkPrefix(prefix)}`;
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix })) {
      yield (page.Contents ?? []).map((object) => ({
        key: (object.Key ?? '').slice(root.length),
        size_bytes: object.Size ?? 0,
        modified_at: object.LastModified ?? new Date(0),
      }));
    }
  }

  async function put(key: string, source: Readable, options: PutOptions = {}): Promise<StoredBlob> {
    const verifier = createUploadVerifier(options);
    const upload = new Upload({
      client,
      params: { ...at(key), Body: verifier.stream, ContentType: options.contentType },
      partSize: partBytes,
      queueSize: concurrentParts,
    });
    const sent = upload.done().catch((error) => {
      verifier.stream.destroy(error);
      throw error;
    });
    const [flow, result] = await Promise.allSettled([
      pipeline(source, verifier.stream, { signal: options.signal }),
      sent,
    ]);
    // The error of the stream is the cause; the upload fails as a consequence.
    if (flow.status === 'rejected') throw flow.reason;
    if (result.status === 'rejected') throw result.reason;
    return verifier.result();
  }

  async function read(key: string, range?: ByteRange): Promise<BlobRead> {
    try {
      const object = await client.send(new GetObjectCommand({ ...at(key), Range: rangeHeader(range) }));
      const length = object.ContentLength ?? 0;
      const start = range?.start ?? 0;
      const size = range ? Number(object.ContentRange?.split('/')[1] ?? start + length) : length;
      return { stream: object.Body as Readable, size, start, end: start + length - 1 };
    } catch (error) {
      if (isS3Missing(error)) throw blobMissing();
      if (isS3BadRange(error)) throw badRange();
      throw error;
    }
  }

  async function copy(from: string, to: string): Promise<void> {
    const { size_bytes } = await stat(from);
    if (size_bytes > (deps.maxCopyBytes ?? maxCopyBytes)) {
      await put(to, (await read(from)).stream, { expectedBytes: size_bytes });
      return;
    }
    await client.send(new CopyObjectCommand({ ...at(to), CopySource: `${bucket}/${at(from).Key}` }));
  }

  return {
    put,
    read,
    find,
    stat,
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    async deletePrefix(prefix) {
      if (checkPrefix(prefix) === '') throw new StorageError('bad_key', 'Refusing to delete every blob.');
      let count = 0;
      for await (const page of pages(prefix)) {
        if (page.length === 0) continue;
        const Objects = page.map(({ key }) => ({ Key: `${root}${key}` }));
        const response = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        const failed = response.Errors?.[0];
        if (failed) throw new Error(`The object store could not delete a blob: ${failed.Code}`);
        count += page.length;
      }
      return count;
    },
    async *list(prefix) {
      for await (const page of pages(prefix)) yield* page;
    },
    copy,
    async move(from, to) {
      if (from === to) {
        await stat(from);
        return;
      }
      await copy(from, to);
      await client.send(new DeleteObjectCommand(at(from)));
    },
    signUrl: createSignUrl(deps),
    async sweepIncomplete(olderThan) {
      let count = 0;
      let markers: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
      while (markers) {
        const page: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: root, ...markers }),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!Initiated || Initiated >= olderThan) continue;
          await client
            .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
            .catch((error) => {
              if (!isS3NoUpload(error)) throw error;
            });
          count++;
        }
        markers = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
      return count;
    },
  };
}

function rangeHeader(range: ByteRange | undefined): string | undefined {
  if (!range) return undefined;
  const { start, end } = range;
  if (!Number.isSafeInteger(start) || start < 0 || (end !== undefined && end < start)) throw badRange();
  return `bytes=${start}-${end ?? ''}`;
}

const badRange = () => new StorageError('bad_range', 'The requested range is outside the blob.');
