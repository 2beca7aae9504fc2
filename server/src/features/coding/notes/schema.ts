import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  ProjectId,
  Resource,
  SearchText,
  VisibleText,
} from '../../../http/schema.ts';
import { Seconds } from '../../sources/files/index.ts';
import { TagIds } from '../../tags/index.ts';
import type { NoteRow } from './store.ts';

export const Note = Resource(
  'Note',
  {
    ...commonFields('note'),
    project_id: ProjectId(),
    title: Nullable(
      Type.String({
        description: 'Up to 300 characters; null if it has none.',
        examples: ['After the third interview'],
      }),
    ),
    body: Type.String({
      description: 'Markdown, up to 50,000 characters.',
      examples: ['They all look for the price *first*.'],
    }),
    file_id: Nullable(Id('file', 'The file that it is about; null if it is about none.')),
    session_id: Nullable(Id('session', 'The interview that it is about; null if it is about none.')),
    response_id: Nullable(Id('response', 'The response that it is about; null if it is about none.')),
    start_seconds: Nullable(Seconds('Start of the passage in the file; null: the whole file.')),
    end_seconds: Nullable(Seconds('End of the passage in the file; null: the whole file.')),
    tag_ids: Type.Array(Id('tag'), { description: 'Tags of the note.' }),
    pinned: Type.Boolean({ description: 'Whether the application shows it above other notes.' }),
    source_deleted: Type.Boolean({
      description: 'True after the file was deleted; `file_id` and times remain.',
      examples: [false],
    }),
    version: Type.Integer({
      minimum: 1,
      description: 'Increases when the note changes; send it as `expected_version`.',
      examples: [1],
    }),
  },
  { description: 'A text by a researcher about a project, a file or a passage.' },
);

export const toNote = (row: NoteRow) => ({
  id: row.id,
  project_id: row.project_id,
  title: row.title,
  body: row.body,
  file_id: row.file_id,
  session_id: row.session_id,
  response_id: row.response_id,
  start_seconds: row.start_seconds,
  end_seconds: row.end_seconds,
  tag_ids: row.tag_ids,
  pinned: row.pinned,
  source_deleted: row.source_deleted,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const Body = () => VisibleText(1, 50_000, { description: 'Markdown.' }); // spec §5.4
const Ref = (description: string) =>
  Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: `${description} of the same project.` })),
  );
const changeable = {
  title: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
  file_id: Ref('A file'),
  session_id: Ref('A session'),
  response_id: Ref('A response'),
  start_seconds: Type.Optional(Nullable(Seconds())),
  end_seconds: Type.Optional(Nullable(Seconds())),
  tag_ids: Type.Optional(TagIds()),
  pinned: Type.Optional(Type.Boolean()),
};

export const NewNote = Input(
  { body: Body(), ...changeable },
  {
    description:
      'A time range needs a `file_id`, must be inside the file, and `end_seconds` must be greater than `start_seconds`.',
  },
);
export const NoteChange = Input(
  {
    body: Type.Optional(Body()),
    ...changeable,
    expected_version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Refuse the change if the note is no longer at this version.',
        examples: [1],
      }),
    ),
  },
  { minProperties: 1, description: 'Omitted fields do not change; `tag_ids` are replaced as a whole.' },
);
export type NewNote = Static<typeof NewNote>;
export type NoteChange = Static<typeof NoteChange>;

export const NotesQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  file_id: Type.Optional(IdFilter('file')),
  session_id: Type.Optional(Type.String({ maxLength: 2000 })),
  response_id: Type.Optional(Type.String({ maxLength: 2000 })),
  tag_id: Type.Optional(IdFilter('tag')),
  pinned: Type.Optional(Type.Boolean()),
  q: Type.Optional(SearchText('title or body')),
});
