import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  Id,
  IdFilter,
  Language,
  listQuery,
  Metadata,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
} from '../../../http/schema.ts';
import { highlightTagsMax } from '../../tags/index.ts';
import {
  type FileRow,
  fileKinds,
  fileSources,
  fileStatuses,
  type ListedFileRow,
  type PublicFile,
  transcriptionStatuses,
} from './store.ts';

const Signed = (what: string) =>
  Nullable(
    Type.String({ description: `${what}; signed, valid for an hour. Null in lists and until it exists.` }),
  );

export const Upload = Type.Object(
  {
    protocol: Type.Literal('tus', { description: 'The protocol of `url`: tus 1.0.' }),
    url: Type.String({ description: 'Takes the bytes over tus (HEAD, PATCH); can resume.' }),
    put_url: Type.String({ description: 'Takes all bytes in a single PUT.' }),
    received_bytes: Type.Integer({ minimum: 0, description: 'Bytes that have arrived over tus.' }),
    expires_at: DateTime('24 hours after the last bytes. The record is then removed.'),
  },
  {
    description:
      'Where to send the bytes; null unless `status` is `uploading`. Secret: these URLs need no API key.',
  },
);

export const File = Resource(
  'File',
  {
    ...commonFields('file'),
    project_id: ProjectId(),
    name: Type.String({ description: 'As uploaded or renamed; not unique.', examples: ['Interview 4.mp4'] }),
    kind: OneOf(fileKinds, { description: 'Derived from the content.' }),
    content_type: Type.String({
      description: 'Media type detected in the content; as announced until the bytes have arrived.',
      examples: ['video/mp4'],
    }),
    size_bytes: Nullable(Type.Integer({ minimum: 0, description: 'Null until the size is known.' })),
    checksum_sha256: Nullable(
      Type.String({ description: 'Of the content, in lower-case hex; null until it is known.' }),
    ),
    duration_seconds: Nullable(
      Type.Number({
        minimum: 0,
        description: 'Length of a recording; null for other kinds and until it is known.',
      }),
    ),
    page_count: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Pages of a PDF; null for other kinds and until it is known.',
      }),
    ),
    language: Nullable(Language('Language of the content (BCP 47); null if unknown.')),
    source: OneOf(fileSources, { description: 'Where the content comes from.' }),
    status: OneOf(fileStatuses, {
      description:
        '`uploading` → `processing` → `ready` or `failed`. Only a `ready` file can be transcribed and cut.',
    }),
    transcription_status: OneOf(transcriptionStatuses, {
      description:
        '`requested` from the creation with `transcribe` until the file is ready and its job is queued.',
    }),
    transcription_job_id: Nullable(
      Type.String({ description: 'The latest transcription job; null if there is none.' }),
    ),
    download_url: Signed('The content; supports range requests'),
    download_url_expires_at: Nullable(DateTime('When `download_url` and `waveform_url` stop working.')),
    thumbnail_url: Nullable(
      Type.String({
        description:
          'JPEG of a video, in lists too; null for other kinds. Signed and stable, so that it can be cached; valid until the file is deleted.',
      }),
    ),
    waveform_url: Signed('Peaks of the audio as JSON'),
    session_id: Nullable(Type.String({ description: 'The interview that it records; null otherwise.' })),
    response_id: Nullable(Type.String({ description: 'The response that it is part of; null otherwise.' })),
    recorded_at: Nullable(DateTime('When it was recorded; null if not set.')),
    tag_ids: Type.Array(Type.String(), { description: 'Tags of the whole file.' }),
    sentiment: Nullable(
      Type.Object(
        {
          label: OneOf(['positive', 'neutral', 'negative', 'mixed'] as const, {
            description: 'Overall mood.',
          }),
          score: Type.Number({ minimum: -1, maximum: 1, description: 'From -1 (negative) to 1 (positive).' }),
        },
        { description: 'Result of sentiment analysis; null until it has run.' },
      ),
    ),
    metadata: Metadata(),
    last_activity_at: DateTime(
      'When the file, its transcript, or a tagging, note or clip of it was last added, changed or removed.',
    ),
    error: Nullable(
      Type.Object(
        {
          code: Type.String({ description: 'What failed, for programs.', examples: ['checksum_mismatch'] }),
          message: Type.String({ description: 'What failed, for people.' }),
        },
        {
          description:
            'Why `status` is `failed`, or why the transcription that was requested with the file could not start; null otherwise.',
        },
      ),
    ),
    upload: Nullable(Upload),
  },
  { description: 'A recording or document of a project.' },
);

export const ListedFile = Resource(
  'ListedFile',
  {
    ...File.properties,
    highlight_tag_ids: Type.Array(Type.String(), {
      maxItems: highlightTagsMax,
      description: `Tags of passages and clips of the file, the most used first; at most ${highlightTagsMax}.`,
    }),
  },
  { description: 'A file in a list.' },
);

const TranscriptionSummary = Type.Object(
  {
    language: Nullable(Language('Language of the transcript (BCP 47); null if unknown.')),
    segment_count: Type.Integer({ minimum: 0, description: 'Segments of the transcript.' }),
    speaker_count: Type.Integer({ minimum: 0, description: 'Different speakers.' }),
    word_count: Type.Integer({ minimum: 0, description: 'Words in all segments.' }),
    duration_seconds: Type.Number({ minimum: 0, description: 'End of the last segment.' }),
  },
  { description: 'Size of the transcript; read its text with a GET.' },
);
export type TranscriptionSummary = Static<typeof TranscriptionSummary>;

const { download_url, download_url_expires_at, thumbnail_url, waveform_url, upload, ...eventFields } =
  File.properties;

/** The payload of `file.transcribed`: no signed URL, no segments (spec §8.2). */
export const TranscribedFile = Type.Object(
  { ...eventFields, transcription: TranscriptionSummary },
  { title: 'TranscribedFile', description: 'The file without signed URLs, and a summary of its transcript.' },
);

/** The result of a job of type `transcription`. */
export const TranscriptionResult = Resource(
  'TranscriptionResult',
  { file_id: Id('file', 'The file that was transcribed.'), ...TranscriptionSummary.properties },
  { description: 'Size of the transcript; read its text with a GET. Null until the job has succeeded.' },
);

/** A file in an event, without signed URLs. */
export function toEventFile(row: FileRow) {
  const { download_url, download_url_expires_at, thumbnail_url, waveform_url, upload, ...rest } = toFile(row);
  return rest;
}

export interface SignedUrls {
  download_url: string | null;
  download_url_expires_at: Date | null;
  thumbnail_url: string | null;
  waveform_url: string | null;
  upload: Static<typeof Upload> | null;
}

const unsigned: SignedUrls = {
  download_url: null,
  download_url_expires_at: null,
  thumbnail_url: null,
  waveform_url: null,
  upload: null,
};

export const toFile = (row: PublicFile, urls: Partial<SignedUrls> = {}) =>
  toWire(row, { ...unsigned, ...urls });

export const toListedFile = (row: ListedFileRow, thumbnail_url: string | null) => ({
  ...toFile(row, { thumbnail_url }),
  highlight_tag_ids: row.highlight_tag_ids,
});

const toWire = (row: PublicFile, urls: SignedUrls) => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  kind: row.kind,
  content_type: row.content_type,
  size_bytes: row.size_bytes,
  checksum_sha256: row.checksum_sha256,
  duration_seconds: row.duration_seconds,
  page_count: row.page_count,
  language: row.language,
  source: row.source,
  status: row.status,
  transcription_status: row.transcription_status,
  transcription_job_id: row.transcription_job_id,
  download_url: urls.download_url,
  download_url_expires_at: urls.download_url_expires_at,
  thumbnail_url: urls.thumbnail_url,
  waveform_url: urls.waveform_url,
  session_id: row.session_id,
  response_id: row.response_id,
  recorded_at: row.recorded_at,
  tag_ids: row.tag_ids,
  sentiment: row.sentiment,
  metadata: row.metadata,
  error: row.error,
  upload: urls.upload,
  created_at: row.created_at,
  updated_at: row.updated_at,
  // A caller may have changed the row since it was read.
  last_activity_at: new Date(Math.max(row.last_activity_at.getTime(), row.updated_at.getTime())),
  created_by: row.created_by,
});

const fileSorts = [
  '-created_at',
  'created_at',
  'name',
  '-name',
  '-updated_at',
  '-last_activity_at',
  'duration_seconds',
  '-duration_seconds',
  'size_bytes',
  '-size_bytes',
] as const;
export const FilesQuery = listQuery([...fileSorts], {
  kind: Type.Optional(SomeOf(fileKinds)),
  status: Type.Optional(SomeOf(fileStatuses)),
  transcription_status: Type.Optional(SomeOf(transcriptionStatuses)),
  tag_id: Type.Optional(
    IdFilter('tag', { description: 'Only files that have this tag, or one of several, as a whole.' }),
  ),
  used_tag_id: Type.Optional(
    IdFilter('tag', {
      description: 'Only files that have this tag, or one of several, on the file, a passage or a clip.',
    }),
  ),
  size_bytes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Only files of exactly this size, to find a copy before an upload: compare `checksum_sha256`.',
    }),
  ),
  q: Type.Optional(SearchText('name')),
});
