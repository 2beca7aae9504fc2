import { PassThrough, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import {
  AppError,
  type ErrorDetail,
  invalid,
  invalidField,
  notFound,
} from '../../../../foundation/errors.ts';
import { isId, newId } from '../../../../foundation/ids.ts';
import type { Researcher } from '../../../../foundation/principal.ts';
import { createBodyCheck } from '../../../../http/gates/validation.ts';
import type { Received } from '../../../../http/route.ts';
import { StorageError } from '../../../../platform/storage/storage.ts';
import { verifyStream } from '../../../../platform/storage/verify-stream.ts';
import { requireCredit } from '../../../identity/usage/index.ts';
import { getProjectForWrite } from '../../../projects/index.ts';
import { cleanName, type ReceivedForm } from '../create.ts';
import type { FileDeps } from '../deps.ts';
import { FormFields } from '../input-schema.ts';
import { fileBytesMax } from '../limits.ts';
import { fileFolder, type ReceivedBlob, receiveBlob } from './receive.ts';
import type { StorageSpender } from './reserve-storage.ts';

const checkFields = createBodyCheck(FormFields);
const bytesMax = Math.max(...Object.values(fileBytesMax));
/** Upper bound of the other fields and the boundaries together; see the limits of the parser. */
const overheadBytesMax = 4 * 1024 * 1024;

interface FilePart {
  filename: string;
  bytes: PassThrough;
  blob: Promise<ReceivedBlob>;
}

/** Streams the `file` part into the storage, outside any transaction, and returns the form as the request body. */
export async function receiveForm(
  deps: FileDeps,
  request: FastifyRequest,
  principal: Researcher,
): Promise<Received> {
  const { projectId = '' } = request.params as { projectId?: string };
  if (!isId('project', projectId)) throw notFound();
  // Checked again when the record is created. This early check avoids storing bytes that would be refused.
  await getProjectForWrite(deps.db, principal, projectId);
  const fileId = newId('file', deps.clock.now().getTime());
  const { workspace_id, plan } = principal;
  const announcedBytes = Number(request.headers['content-length'] ?? 0) - overheadBytesMax;
  const spender = { workspace_id, plan, now: deps.clock.now(), announcedBytes };
  await requireCredit(deps.db, principal, 'storage_bytes', announcedBytes, spender.now);
  const { texts, parts, faults } = await readForm(deps, request, fileId, spender);
  const blobs = await Promise.allSettled(parts.map((part) => part.blob));
  const release = async () => {
    for (const blob of blobs) if (blob.status === 'fulfilled') await blob.value.release();
  };
  try {
    if (parts.length !== 1) faults.push({ field: 'file', message: 'send exactly one part called file.' });
    if (faults.length > 0) throw invalid(faults);
    const [blob] = blobs;
    if (blob?.status === 'rejected') throw asFault(blob.reason);
    if (!blob || blob.value.size_bytes === 0) throw invalidField('file', 'is empty.');
    const fields = fieldsOf(texts);
    checkFields(fields);
    await requireChecksum(deps, blob.value, (fields as FormFields).checksum_sha256);
    const filename = cleanName(parts[0]?.filename ?? '') || 'file';
    const body: ReceivedForm = { file_id: fileId, fields: fields as FormFields, filename, blob: blob.value };
    return { body, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function readForm(deps: FileDeps, request: FastifyRequest, fileId: string, spender: StorageSpender) {
  const texts: [string, string][] = [];
  const parts: FilePart[] = [];
  const faults: ErrorDetail[] = [];
  const form = openForm(request);
  await new Promise<void>((resolve, reject) => {
    form.on('file', (field: string, stream: Readable, filename: string) => {
      if (field !== 'file' || parts.length > 0) {
        faults.push({ field: field.slice(0, 60), message: 'is not an accepted file part.' });
        stream.resume();
        return;
      }
      // The connection may fail before the storage reads. Without a listener, the error would end the process.
      const bytes = new PassThrough();
      bytes.on('error', () => {});
      stream.on('error', (error: Error) => {
        bytes.destroy(error);
        reject(incompleteForm());
      });
      stream.pipe(bytes);
      const blob = receiveBlob(deps, fileFolder(fileId), bytes, {
        maxBytes: bytesMax,
        spender,
        // Computed now only if the client sent a checksum to compare with. Otherwise the ingest task computes it.
        hash: texts.some(([name]) => name === 'checksum_sha256'),
        // The parser passes on the chunks of the socket and does not reuse them.
        ownsChunks: true,
      });
      // `receiveForm` handles the error after the whole form is read, except for missing credit, which ends the request.
      blob.catch((error: unknown) => {
        stream.unpipe(bytes).resume();
        if (error instanceof AppError) reject(error);
      });
      parts.push({ filename: filename ?? '', bytes, blob });
    });
    form.on('field', (name: string, value: string, nameCut: boolean, valueCut: boolean) => {
      if (nameCut || valueCut) faults.push({ field: name.slice(0, 60), message: 'is too long.' });
      else texts.push([name, value]);
    });
    form.once('finish', resolve);
    // The parser emits an error for an incomplete form more than once.
    form.on('error', () => reject(invalidField('body', 'The form is not valid multipart/form-data.')));
    request.raw.once('error', reject);
    request.raw.once('aborted', () => reject(incompleteForm()));
    request.raw.pipe(form);
  }).catch(async (error: unknown) => {
    request.raw.unpipe(form);
    // This aborts the part that is being stored, and its bytes are removed.
    form.destroy(new Error('the form was not read completely'));
    for (const { bytes } of parts) bytes.destroy(new Error('the form was not read completely'));
    for (const { blob } of parts) await blob.then((received) => received.release()).catch(() => {});
    throw error;
  });
  return { texts, parts, faults };
}

async function requireChecksum({ storage }: FileDeps, blob: ReceivedBlob, declared: string | undefined) {
  if (declared === undefined) return;
  // The checksum field came after the file part, so the stored bytes are read again.
  const known =
    blob.checksum_sha256 || (await verifyStream((await storage.read(blob.key)).stream)).checksum_sha256;
  if (known !== declared.toLowerCase())
    throw invalidField('checksum_sha256', 'does not match the received bytes.');
}

const incompleteForm = () => invalidField('body', 'The connection was closed before the form was complete.');

function openForm(request: FastifyRequest): Busboy {
  const contentType = request.headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { fields: 20, fieldSize: 100_000, fieldNameSize: 100, files: 2, parts: 25, headerPairs: 50 },
    });
  } catch {
    throw invalidField('Content-Type', 'multipart/form-data needs a boundary.');
  }
}

/** Objects and lists are sent as JSON in their field. `tag_ids` may also be repeated. */
function fieldsOf(texts: [string, string][]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of texts) {
    if (name === 'tag_ids' && !value.trim().startsWith('[')) {
      const list = Array.isArray(fields.tag_ids) ? fields.tag_ids : [];
      fields.tag_ids = [...list, value];
    } else {
      fields[name] = ['metadata', 'transcribe', 'tag_ids'].includes(name) ? parseJson(name, value) : value;
    }
  }
  return fields;
}

function parseJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw invalidField(name, 'is not valid JSON.');
  }
}

function asFault(error: unknown): unknown {
  return error instanceof StorageError ? invalidField('file', error.message) : error;
}
