import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
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
import {
  NewDescription,
  noUrls,
  type RecordingUrls,
  recordingFields,
  recordingStatuses,
} from '../made-recordings/index.ts';
import type { ReelPart, ReelRow } from './store.ts';

/** Each part is encoded, and the reel must be ready in minutes. */
export const reelPartsMax = 50;

const Part = Type.Object({
  clip_id: Nullable(Id('clip', 'The clip that it was taken from; null when that clip was deleted.')),
  file_id: Id('file', 'The recording.'),
  start_seconds: Type.Number({ minimum: 0, description: 'Where the part begins in the recording.' }),
  end_seconds: Type.Number({ minimum: 0, description: 'Where the part ends in the recording.' }),
});

export const Reel = Resource(
  'Reel',
  {
    ...commonFields('reel'),
    project_id: ProjectId(),
    name: Type.String({ description: 'Up to 200 characters; not unique.', examples: ['Why people leave'] }),
    ...recordingFields('reel'),
    parts: Type.Array(Part, { description: 'What it shows, in this order.' }),
    duration_seconds: Type.Number({
      minimum: 0,
      description: 'The sum of its parts, to the millisecond.',
      examples: [42.5],
    }),
    status: OneOf(recordingStatuses, {
      description: '`processing` until its parts are joined, then `ready` or `failed`.',
    }),
    size_bytes: Nullable(
      Type.Integer({ minimum: 0, description: 'Size of the joined file; null until it is ready.' }),
    ),
    thumbnail_url: Nullable(
      Type.String({ description: 'JPEG; always the same URL. Null for audio and until it is ready.' }),
    ),
  },
  { description: 'Several clips, joined to one recording.' },
);

/** To the millisecond, because sums of decimal fractions are not exact. */
export const durationOf = (parts: ReelPart[]): number =>
  Math.round(parts.reduce((sum, part) => sum + part.end_seconds - part.start_seconds, 0) * 1000) / 1000;

export const toReel = (row: ReelRow, links: ShareLinks, urls: RecordingUrls = noUrls) => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  description: row.description,
  parts: row.parts,
  duration_seconds: durationOf(row.parts),
  captions: row.captions,
  status: row.status,
  size_bytes: row.size_bytes,
  download_url: urls.download_url,
  thumbnail_url: urls.thumbnail_url,
  share_url: links.urlOf('reels', row),
  error: row.error,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const NewReel = Input({
  name: VisibleText(1, 200),
  clip_ids: Type.Array(Type.String({ maxLength: 60 }), {
    minItems: 2,
    maxItems: reelPartsMax,
    description: 'Clips of the project, in the order in which the reel shows them. A clip may appear twice.',
  }),
  description: NewDescription(),
  captions: Type.Optional(
    Type.Boolean({ description: 'Add a caption track with the transcripts; video only.' }),
  ),
});
export type NewReel = Static<typeof NewReel>;

export const ReelChange = Input(
  { name: Type.Optional(VisibleText(1, 200)), description: NewDescription() },
  { minProperties: 1, description: 'Other parts, or another order, are a new reel.' },
);
export type ReelChange = Static<typeof ReelChange>;

export const ReelsQuery = listQuery(['-created_at', 'created_at', 'name', '-name', '-updated_at'], {
  status: Type.Optional(SomeOf(recordingStatuses)),
  q: Type.Optional(SearchText('name or description')),
});
