import { Readable } from 'node:stream';
import { type ErrorDetail, invalid } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { isVisible } from '../../../foundation/visible-text.ts';
import type { Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import { spendCredit } from '../../identity/usage/index.ts';
import { getProjectForWrite } from '../../projects/index.ts';
import { setTags, type TaggedRecord } from '../../tags/index.ts';
import { exportTranscript, type SegmentInput, segmentsOf, writeTranscript } from '../transcripts/index.ts';
import type { FileDeps } from './deps.ts';
import { fetchTask, ingestTask } from './ingest/file-tasks.ts';
import type { FormFields, NewFile, TranscribeOptions } from './input-schema.ts';
import { uploadHours } from './limits.ts';
import { newFile } from './new-file.ts';
import { type FileRow, findFileById, insertFile } from './store.ts';
import { fileFolder, type ReceivedBlob, receiveBlob } from './uploads/receive.ts';

const sources = ['size_bytes', 'url', 'text', 'transcript'] as const;

/** Creates a file from one of the JSON sources (spec §4.2). */
export async function createFile(
  deps: FileDeps,
  caller: Caller,
  projectId: string,
  input: NewFile,
): Promise<FileRow> {
  const source = checkSource(input);
  if (source === 'url') await validateUrl(deps, input.url as string);
  const { workspace_id } = caller.principal;
  const segments =
    input.transcript && (await segmentsOf(deps.threads, workspace_id, input.transcript, 'transcript.'));
  return caller.db.transaction(async (tx) => {
    const draft = await draftFile(tx, caller, projectId, input);
    if (source === 'size_bytes') return createForUpload(deps, tx, caller, draft, input);
    if (source === 'url') return createFromUrl(deps, tx, draft, input);
    if (source === 'text') return createFromText(deps, tx, caller, draft, input);
    return createFromTranscript(deps, tx, caller, draft, segments ?? [], input);
  });
}

export interface ReceivedForm {
  file_id: string;
  fields: FormFields;
  filename: string;
  blob: ReceivedBlob;
}

/** Creates a file whose bytes were sent in the same request. */
export async function createFromForm(
  deps: FileDeps,
  caller: Caller,
  projectId: string,
  { file_id, fields, filename, blob }: ReceivedForm,
): Promise<FileRow> {
  return caller.db.transaction(async (tx) => {
    const draft = await draftFile(tx, caller, projectId, { name: filename, ...fields });
    const file: FileRow = {
      ...draft,
      id: file_id,
      status: 'processing',
      blob_key: blob.key,
      size_bytes: blob.size_bytes,
      // If the client sent no checksum, the ingest task computes it.
      checksum_sha256: fields.checksum_sha256?.toLowerCase() ?? null,
      charged_bytes: blob.size_bytes,
    };
    await blob.commit(tx);
    await spendCredit(tx, caller.principal, 'storage_bytes', blob.size_bytes, caller.now);
    await insertWithTags(tx, file);
    await deps.tasks.add(tx, ingestTask(file));
    return file;
  });
}

function checkSource(input: NewFile): (typeof sources)[number] {
  const given = sources.filter((source) => input[source] !== undefined);
  const faults: ErrorDetail[] = [];
  const oneSource = `exactly one of ${sources.join(', ')} must be given.`;
  if (given.length === 0) faults.push({ field: 'size_bytes', message: oneSource });
  for (const extra of given.slice(1)) faults.push({ field: extra, message: oneSource });
  const [source = 'size_bytes'] = given;
  if (input.name === undefined && source !== 'url') faults.push({ field: 'name', message: 'is required.' });
  if (input.content_type !== undefined && source !== 'size_bytes')
    faults.push({ field: 'content_type', message: 'is allowed with size_bytes only.' });
  if (input.checksum_sha256 !== undefined && source !== 'size_bytes' && source !== 'url')
    faults.push({ field: 'checksum_sha256', message: 'is allowed with size_bytes or url only.' });
  if (input.transcribe && source === 'transcript')
    faults.push({ field: 'transcribe', message: 'is not allowed with transcript.' });
  if (faults.length > 0) throw invalid(faults);
  return source;
}

async function validateUrl({ outbound }: FileDeps, url: string): Promise<void> {
  const result = await outbound.vetUrl(url);
  if (!result.ok) throw invalid([{ field: 'url', message: result.message }]);
}

type CommonInput = Pick<NewFile, 'name' | 'transcribe' | 'recorded_at' | 'language' | 'metadata' | 'tag_ids'>;

async function draftFile(
  tx: Db,
  { principal, now }: Caller,
  projectId: string,
  input: CommonInput,
): Promise<FileRow> {
  await getProjectForWrite(tx, principal, projectId);
  return newFile(
    {
      id: newId('file', now.getTime()),
      workspace_id: principal.workspace_id,
      project_id: projectId,
      name: input.name ?? 'file',
      language: input.language ?? null,
      source: 'upload',
      status: 'uploading',
      transcribe: transcribeOptions(input.transcribe),
      recorded_at: input.recorded_at ? new Date(input.recorded_at) : null,
      tag_ids: input.tag_ids ?? [],
      metadata: input.metadata ?? {},
      created_by: principal.user_id,
    },
    now,
  );
}

const transcribeOptions = (requested: boolean | TranscribeOptions | undefined) =>
  requested === true ? {} : requested || null;

/** Inserts the record and its tags. */
async function insertWithTags(tx: Db, file: FileRow): Promise<void> {
  await insertFile(tx, file);
  await setTags(tx, toTaggedRecord(file), file.tag_ids, {
    created_by: file.created_by,
    now: file.created_at,
  });
}

export const toTaggedRecord = ({ id, project_id }: FileRow): TaggedRecord => ({
  type: 'file',
  id,
  project_id,
  file_id: id,
});

async function createForUpload(deps: FileDeps, tx: Db, caller: Caller, draft: FileRow, input: NewFile) {
  const size = input.size_bytes as number;
  const file: FileRow = {
    ...draft,
    content_type: input.content_type ?? draft.content_type,
    size_bytes: size,
    checksum_sha256: input.checksum_sha256?.toLowerCase() ?? null,
    charged_bytes: size,
    upload_expires_at: new Date(caller.now.getTime() + uploadHours * 3_600_000),
  };
  await spendCredit(tx, caller.principal, 'storage_bytes', size, caller.now);
  await insertWithTags(tx, file);
  // If the commit fails, this upload has no record, and the sweep removes it.
  await deps.uploads.create(file.id, size);
  return file;
}

async function createFromUrl(deps: FileDeps, tx: Db, draft: FileRow, input: NewFile) {
  const url = input.url as string;
  const file: FileRow = {
    ...draft,
    name: input.name ?? nameFromUrl(url),
    source: 'url',
    source_url: url,
    status: 'processing',
    checksum_sha256: input.checksum_sha256?.toLowerCase() ?? null,
  };
  await insertWithTags(tx, file);
  await deps.tasks.add(tx, fetchTask(file));
  return file;
}

async function createFromText(deps: FileDeps, tx: Db, caller: Caller, draft: FileRow, input: NewFile) {
  const markdown = /\.(?:md|markdown)$/i.test(draft.name);
  const file = await storeBytes(deps, tx, caller, Buffer.from(input.text as string), {
    ...draft,
    source: 'text',
    content_type: markdown ? 'text/markdown' : 'text/plain',
  });
  if (!file.transcribe) return file;
  await deps.startTranscription(tx, file, file.transcribe, caller.now);
  // Read again: the response shows that the job is queued.
  return (await findFileById(tx, file.id)) ?? file;
}

async function createFromTranscript(
  deps: FileDeps,
  tx: Db,
  caller: Caller,
  draft: FileRow,
  segments: SegmentInput[],
  input: NewFile,
) {
  const labelled = segments.map((segment) => ({ ...segment, speaker: segment.speaker ?? 'Speaker' }));
  const { content } = exportTranscript({ name: draft.name, segments: labelled }, 'vtt');
  const language = input.transcript?.language ?? draft.language;
  const file = await storeBytes(deps, tx, caller, Buffer.from(content), {
    ...draft,
    source: 'transcript',
    content_type: 'text/vtt',
    transcription_status: 'completed',
    duration_seconds: segments.at(-1)?.end_seconds ?? null,
    language,
  });
  await writeTranscript(
    tx,
    deps.threads,
    { ...file, file_id: file.id },
    { segments, language, time_basis: 'media', action: 'import', by: caller.principal.user_id },
    caller.now,
  );
  return file;
}

/** Stores bytes that are small enough to be written during the request. The file is ready at once. */
async function storeBytes(deps: FileDeps, tx: Db, caller: Caller, bytes: Buffer, draft: FileRow) {
  await spendCredit(tx, caller.principal, 'storage_bytes', bytes.length, caller.now);
  // The transaction already has a connection of the pool.
  const apart = { db: deps.db.apart, storage: deps.storage };
  const blob = await receiveBlob(apart, fileFolder(draft.id), Readable.from([bytes]), {
    contentType: draft.content_type,
  });
  const file: FileRow = {
    ...draft,
    kind: 'document',
    status: 'ready',
    blob_key: blob.key,
    size_bytes: blob.size_bytes,
    checksum_sha256: blob.checksum_sha256,
    charged_bytes: blob.size_bytes,
  };
  try {
    await insertWithTags(tx, file);
    await blob.commit(tx);
  } catch (error) {
    await blob.release();
    throw error;
  }
  return file;
}

function nameFromUrl(url: string): string {
  const { pathname, hostname } = new URL(url);
  let last = pathname.split('/').at(-1) ?? '';
  try {
    last = decodeURIComponent(last);
  } catch {
    // Invalid percent-encoding: use the name as it is.
  }
  return cleanName(last) || hostname;
}

/** Returns the last part of a path without control characters, or '' if it has no visible character. */
export function cleanName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) as string;
  if (!isVisible(base)) return '';
  return base
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 255)
    .toWellFormed();
}
