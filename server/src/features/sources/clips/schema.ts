import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  Resource,
  SearchText,
  SomeOf,
  VisibleText,
} from '../../../http/schema.ts';
import type { ShareLinks } from '../../../platform/secret-box/share-links.ts';
import { Seconds, TagIds } from '../../coding/tags/index.ts';
import { type ClipRow, clipStatuses } from './store.ts';

export const Clip = Resource('Clip', {
  ...commonFields('clip'),
  project_id: Id('project'),
  file_id: Id('file'),
  name: Type.String({ examples: ['“A way back”'] }),
  description: Nullable(Type.String()),
  start_seconds: Type.Number({ minimum: 0, examples: [61.2] }),
  end_seconds: Type.Number({ minimum: 0, examples: [74.8] }),
  duration_seconds: Type.Number({ minimum: 0, examples: [13.6] }),
  captions: Type.Boolean({ description: 'Whether a track of captions is cut along.' }),
  transcript_text: Nullable(
    Type.String({ description: 'What is said in it, as the transcript has it now.' }),
  ),
  speaker: Nullable(Type.String({ description: 'Who speaks longest in it.' })),
  tag_ids: Type.Array(Type.String()),
  status: OneOf(clipStatuses),
  size_bytes: Nullable(Type.Integer({ minimum: 0 })),
  download_url: Nullable(Type.String({ description: 'MP4 or m4a. Signed, on the single GET only.' })),
  thumbnail_url: Nullable(Type.String({ description: 'A JPEG. Signed, on the single GET only.' })),
  share_url: Nullable(
    Type.String({ description: 'Anyone with this link can open it; null while it is not shared.' }),
  ),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
});

export interface ClipUrls {
  download_url: string | null;
  thumbnail_url: string | null;
}

const unsigned: ClipUrls = { download_url: null, thumbnail_url: null };

export const toClip = (row: ClipRow, links: ShareLinks, urls: ClipUrls = unsigned) => ({
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
  description: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
  captions: Type.Optional(Type.Boolean({ description: 'Cut a track of captions along; video only.' })),
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
  { minProperties: 1, description: 'New times, or captions, mean a new cut.' },
);
export type ClipChange = Static<typeof ClipChange>;

export const ClipsQuery = listQuery(['-created_at', 'created_at', 'name', '-name', '-updated_at'], {
  file_id: Type.Optional(IdFilter('file')),
  status: Type.Optional(SomeOf(clipStatuses)),
  tag_id: Type.Optional(IdFilter('tag')),
  q: Type.Optional(SearchText('name or description')),
});
