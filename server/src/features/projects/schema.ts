import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  Id,
  IdFilter,
  Input,
  Language,
  listQuery,
  Metadata,
  Nullable,
  OneOf,
  Resource,
  SearchText,
  SomeOf,
  VisibleText,
} from '../../http/schema.ts';
import type { ProjectRow } from './project-row.ts';

const statuses = ['active', 'archived'] as const;
const visibilities = ['private', 'workspace'] as const;
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [0] });

export const Project = Resource(
  'Project',
  {
    ...commonFields('project'),
    name: Type.String({
      description: 'Up to 200 characters; not unique.',
      examples: ['Checkout usability, autumn'],
    }),
    description: Nullable(Type.String({ description: 'Plain text; null if none was given.' })),
    status: OneOf(statuses, {
      description: '`archived` is a label: the project stays in lists and can still be changed.',
    }),
    visibility: OneOf(visibilities, {
      description: '`private`: the owner and `member_ids`; `workspace`: all its members.',
    }),
    owner_id: Id('user', 'The user who owns it: the one who created it.'),
    member_ids: Type.Array(Id('user'), { description: 'Members with access, without the owner.' }),
    workspace_id: Id('workspace', 'The workspace that it belongs to.'),
    language: Nullable(Language('Main language of the files (BCP 47); null if not set.')),
    metadata: Metadata(),
    url: Type.String({
      description: 'The project in the web application.',
      examples: ['https://parley.example.com/projects/prj_01k9'],
    }),
    file_count: count('Files of all kinds and states.'),
    test_count: count('Tests in all states, drafts included.'),
    response_count: count('Responses to its tests.'),
    tag_count: count('Tags, whether in use or not.'),
    note_count: count('Notes of all members.'),
    card_count: count('Cards in all lanes.'),
    lane_count: count('Lanes of its board.'),
    report_count: count('Reports, shared or not.'),
    clip_count: count('Clips of all its files.'),
    archived_at: Nullable(DateTime('When it was archived; null while it is active.')),
    deleted_at: Nullable(DateTime('When it was deleted; null otherwise. It can be restored for 30 days.')),
    last_activity_at: DateTime('When the project or anything inside it was last added, changed or removed.'),
  },
  { description: 'A study: files, tags, notes, board, clips, reports and tests belong to a project.' },
);

/** Payload of `project.deleted`. */
export const DeletedProject = Type.Object(
  { ...Project.properties, deleted_at: DateTime('When it was deleted. It can be restored for 30 days.') },
  { title: 'DeletedProject', description: 'The last state of a deleted project.' },
);

export const toProject = (row: ProjectRow, publicUrl: string) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status,
  visibility: row.visibility,
  owner_id: row.owner_id,
  member_ids: row.member_ids,
  workspace_id: row.workspace_id,
  language: row.language,
  metadata: row.metadata,
  url: `${publicUrl}/projects/${row.id}`,
  file_count: row.file_count,
  test_count: row.test_count,
  response_count: row.response_count,
  tag_count: row.tag_count,
  note_count: row.note_count,
  card_count: row.card_count,
  lane_count: row.lane_count,
  report_count: row.report_count,
  clip_count: row.clip_count,
  archived_at: row.archived_at,
  deleted_at: row.deleted_at,
  last_activity_at: row.activity_at && row.activity_at > row.updated_at ? row.activity_at : row.updated_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const changeable = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
  visibility: Type.Optional(
    OneOf(visibilities, {
      description: '`private`: the owner and `member_ids`; `workspace`: all its members.',
    }),
  ),
  member_ids: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 500,
      uniqueItems: true,
      description: 'Members of the workspace with whom the project is shared.',
    }),
  ),
  language: Type.Optional(Nullable(Language())),
  metadata: Type.Optional(Metadata()),
};
const Name = () => VisibleText(1, 200);

export const NewProject = Input({ name: Name(), ...changeable });
export const ProjectChange = Input(
  { name: Type.Optional(Name()), status: Type.Optional(OneOf(statuses)), ...changeable },
  {
    minProperties: 1,
    description: 'Omitted fields do not change; `metadata` and `member_ids` are replaced as a whole.',
  },
);
export type NewProject = Static<typeof NewProject>;
export type ProjectChange = Static<typeof ProjectChange>;

export const ProjectsQuery = listQuery(
  ['-created_at', 'created_at', 'name', '-name', '-updated_at', '-last_activity_at'],
  {
    status: Type.Optional(SomeOf(statuses)),
    owner_id: Type.Optional(IdFilter('user')),
    q: Type.Optional(SearchText('name or description')),
    deleted: Type.Optional(
      Type.Boolean({ description: '`true`: only your deleted projects that can still be restored.' }),
    ),
  },
);
