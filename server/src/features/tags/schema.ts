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
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
  VisibleText,
} from '../../http/schema.ts';
import type { TagRow } from './store.ts';

const sources = ['manual', 'ai', 'import'] as const;

export const Color = (description = '`#RRGGBB`.') =>
  Pattern('^#[0-9A-Fa-f]{6}$', 'Use a color such as #5B8DEF.', { description, examples: ['#5B8DEF'] });

/** The tags of a record, for all features with taggable records. */
export const TagIds = () =>
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Tags of the same project, in your order. Same as accepted taggings of the whole record.',
  });

export const Tag = Resource(
  'Tag',
  {
    ...commonFields('tag'),
    project_id: ProjectId(),
    name: Type.String({ description: 'Unique in the project, ignoring case.', examples: ['Pricing'] }),
    description: Nullable(Type.String({ description: 'When to use the tag; null if none was given.' })),
    color: Color(),
    parent_id: Nullable(Id('tag', 'The parent tag; null at the top level.')),
    usage_count: Type.Integer({
      minimum: 0,
      description: 'Accepted taggings with this tag, including records that name it in `tag_ids`.',
      examples: [3],
    }),
    source: OneOf(sources, { description: 'Whether a user, the AI or an import created it.' }),
  },
  { description: 'A label of a project that can be applied to records and passages.' },
);

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
      Type.String({
        maxLength: 100,
        description: 'A tag of the same project that is not this tag or one of its descendants.',
      }),
    ),
  ),
};

export const NewTag = Input({ name: Name(), ...changeable });
export const TagChange = Input(
  { name: Type.Optional(Name()), ...changeable },
  { minProperties: 1, description: 'Omitted fields do not change.' },
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
