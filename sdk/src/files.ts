import type { Client } from 'openapi-fetch';
import type { components, paths } from './generated.ts';
import { unwrap } from './pages.ts';
import type { RetryOptions } from './retry.ts';
import { type SendUploadOptions, sendUpload } from './uploads.ts';

type File = components['schemas']['File'];
type NewFile = components['schemas']['FileCreateByUpload'];

type TransferOptions = Pick<SendUploadOptions, 'source' | 'onProgress' | 'signal' | 'chunkBytes'>;

export interface UploadFileOptions extends TransferOptions {
  projectId: string;
  name: string;
  /** Further fields of the new file: `transcribe`, `checksum_sha256`, `recorded_at`, `metadata`, `tag_ids` … */
  fields?: Omit<NewFile, 'name' | 'size_bytes'>;
  /** Called once the record exists, before the first byte. Store its `id` to resume after your program restarts. */
  onCreated?: (file: File) => void | Promise<void>;
}

export interface ResumeUploadOptions extends TransferOptions {
  fileId: string;
}

/** Creates a file and sends its bytes. Returns the record after the last byte: `processing`, `ready` or `failed`. */
export async function uploadFile(
  client: Client<paths>,
  retry: Partial<RetryOptions>,
  { projectId, name, fields, onCreated, ...transfer }: UploadFileOptions,
): Promise<File> {
  const { source, signal } = transfer;
  const created = unwrap(
    await client.POST('/v1/projects/{projectId}/files', {
      params: { path: { projectId } },
      body: {
        ...(source.type ? { content_type: source.type } : {}),
        ...fields,
        name,
        size_bytes: source.size,
      },
      signal,
    }),
  ).data.data;
  await onCreated?.(created);
  return finish(client, retry, created, transfer);
}

/** Sends the bytes that are missing of a file whose upload was interrupted. */
export async function resumeUpload(
  client: Client<paths>,
  retry: Partial<RetryOptions>,
  { fileId, ...transfer }: ResumeUploadOptions,
): Promise<File> {
  return finish(client, retry, await readFile(client, fileId), transfer);
}

async function finish(
  client: Client<paths>,
  retry: Partial<RetryOptions>,
  file: File,
  transfer: TransferOptions,
): Promise<File> {
  if (!file.upload) return file;
  await sendUpload({ ...retry, ...transfer, url: file.upload.url });
  return readFile(client, file.id);
}

const readFile = async (client: Client<paths>, fileId: string): Promise<File> =>
  unwrap(await client.GET('/v1/files/{fileId}', { params: { path: { fileId } } })).data.data;
