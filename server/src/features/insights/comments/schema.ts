import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  Pattern,
  ProjectId,
  Resource,
  SomeOf,
  Text,
  VisibleText,
} from '../../../http/schema.ts';
import { Seconds } from '../../sources/files/index.ts';
import { type CommentRow, targetTypes } from './store.ts';

const mentionsMax = 50;

const UserIds = (description: string) =>
  Type.Array(Type.String({ maxLength: 60 }), { maxItems: mentionsMax, uniqueItems: true, description });

const quote = { description: 'The words of the report that the comment is about.' };
const before = { description: 'The text before the words.' };
const after = { description: 'The text after the words.' };

const Excerpt = Type.Object(
  { quote: Type.String(quote), before: Type.String(before), after: Type.String(after) },
  { description: 'Words in the text of the report, with the text before and after them.' },
);

const Anchor = Type.Object(
  {
    citation_id: Nullable(Type.String({ description: 'A citation of the report.', examples: ['cit_1'] })),
    segment_id: Nullable(Id('segment', 'A segment of the file.')),
    start_seconds: Nullable(Seconds('A time in the file or clip.')),
    excerpt: Nullable(Excerpt),
  },
  { description: 'The place in the record that the comment is about. One of the fields is set.' },
);

export const Comment = Resource(
  'Comment',
  {
    ...commonFields('comment'),
    project_id: ProjectId(),
    target_type: OneOf(targetTypes, { description: 'The type of the record that the comment is about.' }),
    target_id: Type.String({ description: 'The id of this record.' }),
    anchor: Nullable(Anchor),
    body: Type.String({ description: 'In Markdown.', examples: ['Is this still true after the redesign?'] }),
    mentions: UserIds('The ids of the members whom the comment mentions.'),
    parent_id: Nullable(Id('comment', 'The comment that this one replies to.')),
    resolved_at: Nullable(DateTime('When the thread was resolved.')),
    resolved_by: Nullable(Id('user', 'Who resolved it.')),
  },
  { description: 'A remark of a member about a record, or a reply to one.' },
);

const Body = () => VisibleText(1, 10_000, { description: 'In Markdown.' });
const Mentions = () =>
  Type.Optional(
    UserIds('The ids of members whom the comment mentions. They must be able to read the project.'),
  );

export const NewComment = Input({
  target_type: OneOf(targetTypes, { description: 'The type of the record that the comment is about.' }),
  target_id: Type.String({ maxLength: 60, description: 'The id of this record.' }),
  anchor: Type.Optional(
    Input({
      citation_id: Type.Optional(
        Pattern('^cit_[0-9]+$', 'Use the id of a citation, such as cit_1.', { maxLength: 20 }),
      ),
      segment_id: Type.Optional(Type.String({ maxLength: 60 })),
      start_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
      excerpt: Type.Optional(
        Input({
          quote: VisibleText(1, 1000, { ...quote, examples: ['Five of eight people'] }),
          before: Text(0, 100, before),
          after: Text(0, 100, after),
        }),
      ),
    }),
  ),
  body: Body(),
  mentions: Mentions(),
  parent_id: Type.Optional(
    Type.String({ maxLength: 60, description: 'The comment to reply to. A reply cannot have replies.' }),
  ),
});
export type NewComment = Static<typeof NewComment>;

export const CommentChange = Input(
  { body: Type.Optional(Body()), mentions: Mentions() },
  { minProperties: 1 },
);
export type CommentChange = Static<typeof CommentChange>;

export const CommentsQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  target_type: Type.Optional(SomeOf(targetTypes)),
  target_id: Type.Optional(Type.String({ maxLength: 2000, description: 'Comments about these records.' })),
  file_id: Type.Optional(
    IdFilter('file', { description: 'Only comments about these files, their highlights and their clips.' }),
  ),
  resolved: Type.Optional(Type.Boolean({ description: 'Only resolved, or only open comments.' })),
  mentions: Type.Optional(IdFilter('user', { description: 'Only comments that mention these members.' })),
});

export const toComment = (row: CommentRow) => ({
  id: row.id,
  project_id: row.project_id,
  target_type: row.target_type,
  target_id: row.target_id,
  anchor:
    row.citation_id === null && row.segment_id === null && row.start_seconds === null && row.excerpt === null
      ? null
      : {
          citation_id: row.citation_id,
          segment_id: row.segment_id,
          start_seconds: row.start_seconds,
          excerpt: row.excerpt,
        },
  body: row.body,
  mentions: row.mentions,
  parent_id: row.parent_id,
  resolved_at: row.resolved_at,
  resolved_by: row.resolved_by,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
