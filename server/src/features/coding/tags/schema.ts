import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  Pattern,
  Resource,
  SearchText,
  SomeOf,
  VisibleText,
} from '../../../http/schema.ts';
import type { TagRow } from './store.ts';

const sources = ['manual', 'ai', 'import'] as const;

export const Color = () =>
  Pattern('^#[0-9A-Fa-f]{6}$', 'Use a color such as #5B8DEF.', { examples: ['#5B8DEF'] });

/** Tags of a record that carries some; used by notes, cards and whatever else does. */
export const TagIds = () =>
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Tags of the same project, in your order. Same as accepted taggings of the whole record.',
  });

export const Tag = Resource('Tag', {
  ...commonFields('tag'),
  project_id: Id('project'),
  name: Type.String({ examples: ['Pricing'] }),
  description: Nullable(Type.String()),
  color: Color(),
  parent_id: Nullable(Id('tag', 'The tag above it, null at the top.')),
  usage_count: Type.Integer({
    minimum: 0,
    description:
      'How many things carry it: its accepted taggings, each file, note, card and so on whose `tag_ids` name it included.',
    examples: [3],
  }),
  source: OneOf(sources, { description: 'Whether a person, the AI or an import made it.' }),
});

export const toTag = (row: TagRow) => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  description: row.description,
  color: row.color,
  parent_id: row.parent_id,
  usage_count: row.usage_count,
  source: row.source,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const Name = () =>
  VisibleText(1, 100, {
    description: 'Unique in the project, ignoring case.',
    examples: ['Pricing'],
  });
const changeable = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  color: Type.Optional(Color()),
  parent_id: Type.Optional(
    Nullable(
      Type.String({ maxLength: 100, description: 'A tag of the same project, not itself or one below.' }),
    ),
  ),
};

export const NewTag = Input({ name: Name(), ...changeable });
export const TagChange = Input(
  { name: Type.Optional(Name()), ...changeable },
  { minProperties: 1, description: 'What is left out stays as it is.' },
);
export const TagMerge = Input({
  into_tag_id: Type.String({ maxLength: 100, description: 'Another tag of the same project.' }),
});
export type NewTag = Static<typeof NewTag>;
export type TagChange = Static<typeof TagChange>;

export const TagsQuery = listQuery(
  ['-created_at', 'created_at', 'name', '-name', '-updated_at', '-usage_count', 'usage_count'],
  {
    q: Type.Optional(SearchText('name or description')),
    parent_id: Type.Optional(IdFilter('tag')),
    source: Type.Optional(SomeOf(sources)),
  },
);
