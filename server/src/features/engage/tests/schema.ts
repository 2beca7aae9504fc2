import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  IdFilter,
  Input,
  listQuery,
  Metadata,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
  VisibleText,
} from '../../../http/schema.ts';
import { contentOf, testStatuses, testTypes, type VersionContent } from './content.ts';
import { engageInputs, engageShapes } from './engage-schema.ts';
import { nameMax } from './limits.ts';
import type { Question } from './question.ts';
import { NewQuestions, QuestionChanges, QuestionShape } from './question-schema.ts';
import type { TestRow } from './store.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [0] });

export const Test = Resource(
  'Test',
  {
    ...commonFields('test'),
    project_id: ProjectId(),
    name: Type.String({
      description: 'Up to 200 characters; not unique.',
      examples: ['Checkout, first impressions'],
    }),
    type: OneOf(testTypes, { description: 'How participants take it.' }),
    status: OneOf(testStatuses, { description: '`draft` → `live` ⇄ `paused` → `closed`.' }),
    description: Nullable(Type.String({ description: 'For researchers; null if none was given.' })),
    questions: Type.Array(QuestionShape, { description: 'In the order in which they are asked.' }),
    question_count: count('Length of `questions`.'),
    response_count: count('Responses in all states.'),
    completed_count: count('Responses that participants completed.'),
    screened_out_count: count('Responses that the screener ended.'),
    median_duration_seconds: Nullable(
      Type.Number({
        minimum: 0,
        description: 'Half of the completed responses took less time; null while there are none.',
      }),
    ),
    share_url: Nullable(Type.String({ description: 'The link for participants; null for a draft.' })),
    published_at: Nullable(DateTime('When it first went live; null for a draft.')),
    closed_at: Nullable(DateTime('When it was closed; null until then.')),
    metadata: Metadata(),
    ...engageShapes,
    invitation_count: count('Invitations in all states.'),
    session_count: count('Interviews in all states.'),
  },
  { description: 'A survey or interview: what participants are asked.' },
);

/** The test as it is returned. `shareUrlOf` opens the sealed link. */
export const toTest = (row: TestRow, shareUrlOf: (sealed: Buffer) => string) => ({
  id: row.id,
  project_id: row.project_id,
  ...toContent(contentOf(row)),
  status: row.status,
  description: row.description,
  question_count: row.questions.length,
  response_count: row.response_count,
  completed_count: row.completed_count,
  screened_out_count: row.screened_out_count,
  median_duration_seconds: row.median_duration_seconds,
  invitation_count: row.invitation_count,
  session_count: row.session_count,
  share_url: row.share_link && shareUrlOf(row.share_link),
  published_at: row.published_at,
  closed_at: row.closed_at,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const toContent = ({ post_details, screener, ...content }: VersionContent) => ({
  ...content,
  postDetails: post_details,
  screener: screener && { questions: screener.questions.map(toScreenerQuestion) },
});

/** Screeners have neither follow-ups nor media. */
const toScreenerQuestion = ({ follow_up: _, media_file_id: __, ...question }: Question) => question;

const Name = () => VisibleText(1, nameMax);
const optional = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
  metadata: Type.Optional(Metadata()),
  ...engageInputs,
};

export const NewTest = Input(
  { name: Name(), type: OneOf(testTypes), questions: Type.Optional(NewQuestions()), ...optional },
  { description: 'A new test is a draft. Questions are optional.' },
);
export const TestChange = Input(
  {
    name: Type.Optional(Name()),
    type: Type.Optional(OneOf(testTypes)),
    questions: Type.Optional(QuestionChanges()),
    ...optional,
  },
  { minProperties: 1, description: 'Omitted fields do not change; `metadata` is replaced as a whole.' },
);
export type NewTest = Static<typeof NewTest>;
export type TestChange = Static<typeof TestChange>;

export const DuplicateInput = Input({
  name: Type.Optional(VisibleText(1, nameMax, { description: 'Default: the name and “(copy)”.' })),
});
export type DuplicateInput = Static<typeof DuplicateInput>;

const sorts = ['-created_at', 'created_at', 'name', '-name', '-updated_at'] as const;
const filters = {
  type: Type.Optional(SomeOf(testTypes)),
  status: Type.Optional(SomeOf(testStatuses)),
  q: Type.Optional(SearchText('name or description')),
};
export const TestsQuery = listQuery(sorts, filters);
export const EngageTestsQuery = listQuery(sorts, {
  project_id: Type.Optional(IdFilter('project')),
  ...filters,
});
