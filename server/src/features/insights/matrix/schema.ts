import Type, { type Static } from 'typebox';
import {
  DateTime,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
} from '../../../http/schema.ts';
import { fileKinds, Seconds } from '../../sources/files/index.ts';

export const rowKinds = ['participant', 'file', 'speaker', 'tag'] as const;
export const columnKinds = ['tag', 'question'] as const;
export const rowsMax = 500;
export const columnsMax = 200;

const choice = {
  rows: Type.Optional(
    OneOf(rowKinds, {
      default: 'participant',
      description:
        'What a row is. `participant`: a person of the project, or a speaker of a file that belongs to no such person, without interviewers. `speaker`: every speaker of every file. `tag`: another tag of the same passage, so that a cell counts the highlights of the column that overlap a highlight of the row. Answers to questions have rows of participants only.',
    }),
  ),
  columns: Type.Optional(
    OneOf(columnKinds, {
      default: 'tag',
      description: 'What a column is: a tag, or a question of the test `test_id`.',
    }),
  ),
  tag_ids: Type.Optional(IdFilter('tag', { description: 'Only these tags, separated by commas.' })),
  file_ids: Type.Optional(IdFilter('file', { description: 'Only these files, separated by commas.' })),
  test_id: Type.Optional(
    IdFilter('test', {
      description: 'Only what participants of this test said. Required if `columns` is `question`.',
    }),
  ),
};

export const MatrixQuery = Input(choice);
export type MatrixQuery = Static<typeof MatrixQuery>;

const Place = (description: string, examples: string[]) =>
  Type.String({ maxLength: 200, minLength: 1, description, examples });

export const MomentsQuery = listQuery(['created_at', '-created_at'], {
  ...choice,
  row_id: Place('The `id` of a row.', ['par_01k9p3v7e8r5ys1q2w4x6z8abc']),
  column_id: Place('The `id` of a column.', ['tag_01k9p3v7e8r5ys1q2w4x6z8abc']),
});
export type MomentsQuery = Static<typeof MomentsQuery>;

export const MatrixExportQuery = Input({
  ...choice,
  format: OneOf(['csv'], { description: 'The format to write.' }),
});

const Heading = (what: string, examples: string[]) =>
  Type.Object({
    id: Type.String({
      description: `Identifies the ${what} in \`cells\` and in \`matrix/moments\`.`,
      examples,
    }),
    label: Type.String({ description: `Name of the ${what}.` }),
  });

const Moods = () =>
  Nullable(
    Type.Object(
      {
        score: Type.Number({
          minimum: -1,
          maximum: 1,
          description: 'Mean of the analyzed highlights or answers, from -1 (negative) to 1 (positive).',
        }),
        positive: Type.Integer({ minimum: 0, description: 'How many of them are positive.' }),
        neutral: Type.Integer({ minimum: 0, description: 'How many are neutral.' }),
        negative: Type.Integer({ minimum: 0, description: 'How many are negative.' }),
      },
      { description: 'Null if no sentiment analysis covers the cell.' },
    ),
  );

const Cell = Type.Object({
  row_id: Type.String({ description: 'The `id` of an entry of `rows`.' }),
  column_id: Type.String({ description: 'The `id` of an entry of `columns`.' }),
  count: Type.Integer({ minimum: 1, description: 'Highlights or answers.' }),
  seconds: Type.Number({ minimum: 0, description: 'How long they take together; 0 for written ones.' }),
  sentiment: Moods(),
});

export const Matrix = Resource(
  'Matrix',
  {
    project_id: ProjectId(),
    rows: Type.Array(Heading('row', ['par_01k9p3v7e8r5ys1q2w4x6z8abc']), {
      description: 'The rows that have a cell, by label.',
    }),
    columns: Type.Array(Heading('column', ['tag_01k9p3v7e8r5ys1q2w4x6z8abc']), {
      description: 'The columns that have a cell: tags by label, questions in the order of the test.',
    }),
    cells: Type.Array(Cell, { description: 'Cells without a highlight or an answer are left out.' }),
  },
  { description: 'Who said something about what, and how often.' },
);

export const MatrixMoment = Resource(
  'MatrixMoment',
  {
    id: Type.String({
      description: 'Id of the tagging or of the answer.',
      examples: ['tgg_01k9p3v7e8r5ys1q2w4x6z8abc'],
    }),
    type: OneOf(['highlight', 'answer'], { description: 'What the moment is.' }),
    tag_id: Nullable(Id('tag', 'The tag of a highlight; null for an answer.')),
    question_id: Nullable(Type.String({ description: 'The question of an answer; null for a highlight.' })),
    file_id: Nullable(Id('file', 'The file that it is part of; null if it was written in a response.')),
    file_name: Nullable(
      Type.String({ description: 'The current name of that file.', examples: ['Interview with Mina'] }),
    ),
    file_kind: Nullable(
      OneOf(fileKinds, { description: 'What that file is: only audio and video can be played.' }),
    ),
    segment_id: Nullable(Id('segment', 'The segment in which it begins; null if there is none.')),
    response_id: Nullable(Id('response', 'The response that it belongs to; null if it belongs to none.')),
    quote: Nullable(
      Type.String({
        description: 'What was said or written, word for word; null for a tag on a whole response.',
        examples: ['I would not pay for that.'],
      }),
    ),
    speaker: Nullable(Type.String({ description: 'Who says it; null if unknown.', examples: ['Mina'] })),
    start_seconds: Nullable(Seconds('Where it begins in the recording; null if it has no time.')),
    end_seconds: Nullable(Seconds('Where it ends in the recording; null if it has no time.')),
    score: Nullable(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: 'Its mood, from -1 (negative) to 1 (positive); null if it was not analyzed.',
      }),
    ),
    created_at: DateTime('When it was highlighted or answered.'),
  },
  { description: 'A highlight or an answer in a cell of the matrix.' },
);

export const MatrixExport = Resource(
  'MatrixExport',
  {
    format: OneOf(['csv'], { description: 'As requested.' }),
    filename: Type.String({ description: 'Suggested name.', examples: ['matrix.csv'] }),
    content_type: Type.String({ description: 'Media type.', examples: ['text/csv; charset=utf-8'] }),
    content: Type.String({
      description: 'The counts: a line for each row of the matrix, and a column for each of its columns.',
    }),
  },
  { description: 'The matrix as a file.' },
);
