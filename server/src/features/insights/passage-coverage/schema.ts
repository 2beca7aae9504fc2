import Type, { type Static } from 'typebox';
import { Id, IdFilter, Input, Nullable, ProjectId, Resource } from '../../../http/schema.ts';
import { Seconds } from '../../sources/files/index.ts';

export const filesMax = 1_000;
export const unusedMax = 100;
/** Places in a file are rounded to a part of its length that is narrower than a pixel of most pictures of it. */
export const lengthSteps = 200;
export const strongMax = 20;

export const CoverageQuery = Input({
  file_ids: Type.Optional(IdFilter('file', { description: 'Only these files, separated by commas.' })),
  unused: Type.Optional(
    Type.Boolean({
      description: `\`true\`: also list up to ${unusedMax} passages that no finding uses, the strongest opinion first.`,
    }),
  ),
});
export type CoverageQuery = Static<typeof CoverageQuery>;

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const counts = {
  passage_count: Count('Segments of participants: everyone except interviewers and observers.'),
  highlighted_count: Count('Passages that an accepted highlight touches.'),
  cited_count: Count('Passages that a report cites or a card has as evidence.'),
  unused_count: Count('Passages that are neither highlighted nor cited.'),
};

const Spans = (description: string) =>
  Type.Array(
    Type.Object({ start_seconds: Seconds('Where it begins.'), end_seconds: Seconds('Where it ends.') }),
    {
      maxItems: lengthSteps,
      description: `${description} They do not overlap, are in order, and are rounded outwards to 1/${lengthSteps} of the length.`,
    },
  );

const FileCoverage = Type.Object({
  file_id: Id('file', 'A file with a transcript.'),
  name: Type.String({ description: 'The current name of that file.', examples: ['Interview with Mina'] }),
  ...counts,
  length_seconds: Seconds('Where the last passage ends.'),
  cited_spans: Spans('Where its cited passages are.'),
  highlighted_spans: Spans('Where passages are that are highlighted but not cited.'),
  strong_unused_seconds: Type.Array(Seconds('Where the passage begins.'), {
    maxItems: strongMax,
    description: `Where its unused passages with a clear sentiment begin, at most ${strongMax}, the strongest first.`,
  }),
});

const UnusedPassage = Type.Object({
  segment_id: Id('segment', 'The segment of the transcript that is the passage.'),
  file_id: Id('file', 'The file that contains it.'),
  file_name: Type.String({
    description: 'The current name of that file.',
    examples: ['Interview with Mina'],
  }),
  speaker: Type.String({ description: 'Who says it.', examples: ['Mina'] }),
  start_seconds: Seconds('Where it begins.'),
  end_seconds: Seconds('Where it ends.'),
  text: Type.String({ description: 'What is said.', examples: ['I would not pay for that.'] }),
  score: Nullable(
    Type.Number({
      minimum: -1,
      maximum: 1,
      description: 'Its sentiment; null if it was not analyzed, or edited since. Such passages are last.',
      examples: [-0.8],
    }),
  ),
});

export const Coverage = Resource(
  'Coverage',
  {
    project_id: ProjectId(),
    ...counts,
    files: Type.Array(FileCoverage, {
      description: 'The same for each file with a transcript, newest first.',
    }),
    unused_passages: Nullable(
      Type.Array(UnusedPassage, { description: 'With `unused=true`; otherwise null.' }),
    ),
  },
  { description: 'How much of what participants said is used in findings.' },
);
