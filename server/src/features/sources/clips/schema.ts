import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
  VisibleText,
} from '../../../http/schema.ts';
import type { ShareLinks } from '../../../platform/secret-box/share-links.ts';
import { TagIds } from '../../tags/index.ts';
import { Seconds } from '../files/index.ts';
import {
  NewDescription,
  noUrls,
  type RecordingUrls,
  recordingFields,
  recordingStatuses,
} from '../made-recordings/index.ts';
import type { ClipRow } from './store.ts';

export const Clip = Resource(
  'Clip',
  {
    ...commonFields('clip'),
    project_id: ProjectId(),
    file_id: Id('file', 'The recording that it is cut from.'),
    name: Type.String({ description: 'Up to 200 characters; not unique.', examples: ['“A way back”'] }),
    ...recordingFields('clip'),
    start_seconds: Type.Number({
      minimum: 0,
      description: 'Where it begins in the recording.',
      examples: [61.2],
    }),
    end_seconds: Type.Number({
      minimum: 0,
      description: 'Where it ends in the recording.',
      examples: [74.8],
    }),
    duration_seconds: Type.Number({
      minimum: 0,
      description: '`end_seconds` minus `start_seconds`, to the millisecond.',
      examples: [13.6],
    }),
    transcript_text: Nullable(
      Type.String({
        description:
          'The words of the current transcript that are spoken in this part, even if it starts or ends inside a segment; null if there are none. Where the times of words are not known, they are estimated.',
      }),
    ),
    speaker: Nullable(Type.String({ description: 'Who speaks longest in it; null without a transcript.' })),
    tag_ids: Type.Array(Type.String(), { description: 'Tags of the whole clip.' }),
    status: OneOf(recordingStatuses, {
      description: '`processing` until it is cut, then `ready` or `failed`.',
    }),
    size_bytes: Nullable(
      Type.Integer({ minimum: 0, description: 'Size of the cut file; null until it is ready.' }),
    ),
    thumbnail_url: Nullable(
      Type.String({
        description:
          'JPEG, in lists too; null for audio and until it is ready. Signed and stable, so that it can be cached; valid until the clip is deleted.',
      }),
    ),
  },
  { description: 'A part of a recording, cut into a file of its own.' },
);

export const toClip = (row: ClipRow, links: ShareLinks, urls: RecordingUrls = noUrls) => ({
  id: row.id,
  project_id: row.project_id,
  file_id: row.file_id,
  name: row.name,
  description: row.description,
  start_seconds: row.start_seconds,
  end_seconds: row.end_seconds,
  duration_seconds: Math.round((row.end_seconds - row.start_seconds) * 1000) / 1000,
  captions: row.captions,
  transcript_text: row.transcript_text,
  speaker: row.speaker,
  tag_ids: row.tag_ids,
  status: row.status,
  size_bytes: row.size_bytes,
  download_url: urls.download_url,
  thumbnail_url: urls.thumbnail_url,
  share_url: links.urlOf('clips', row),
  error: row.error,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const Name = () => VisibleText(1, 200);
const optional = {
  description: NewDescription(),
  captions: Type.Optional(
    Type.Boolean({ description: 'Add a caption track with the transcript; video only.' }),
  ),
  tag_ids: Type.Optional(TagIds()),
};

export const NewClip = Input({
  file_id: Type.String({ maxLength: 60 }),
  name: Name(),
  start_seconds: Seconds(),
  end_seconds: Seconds(),
  ...optional,
});
export type NewClip = Static<typeof NewClip>;

export const ClipChange = Input(
  {
    name: Type.Optional(Name()),
    start_seconds: Type.Optional(Seconds()),
    end_seconds: Type.Optional(Seconds()),
    ...optional,
  },
  { minProperties: 1, description: 'A change of the times or of `captions` causes a new cut.' },
);
export type ClipChange = Static<typeof ClipChange>;

export const ClipsQuery = listQuery(['-created_at', 'created_at', 'name', '-name', '-updated_at'], {
  file_id: Type.Optional(IdFilter('file')),
  status: Type.Optional(SomeOf(recordingStatuses)),
  tag_id: Type.Optional(IdFilter('tag')),
  q: Type.Optional(SearchText('name or description')),
});
