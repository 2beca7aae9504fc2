import Type from 'typebox';
import { Id, Nullable, OneOf, Resource } from '../../../http/schema.ts';
import { questionTypes } from '../tests/index.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const seconds = (description: string) => Nullable(Type.Number({ minimum: 0, description, examples: [48.5] }));

const ResultBin = Resource(
  'ResultBin',
  {
    option_id: Nullable(Id('option', 'The option; null if the question has none.')),
    value: Type.Unsafe<number | boolean | null>({
      type: ['number', 'boolean', 'null'],
      description: 'The number of a scale, or true or false; null for options.',
      examples: [4],
    }),
    label: Type.String({ description: 'As participants saw it.', examples: ['By card'] }),
    count: count('Answers with this value.'),
    share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Of those who answered. With several choices the shares add up to more than 1.',
      examples: [0.4],
    }),
    mean_rank: Nullable(
      Type.Number({
        minimum: 1,
        description: 'Of `ranking`: mean place, 1 is first; else null.',
        examples: [1.5],
      }),
    ),
  },
  { description: 'How often one value was given.' },
);

const QuestionResult = Resource(
  'QuestionResult',
  {
    question_id: Id('question', 'A question of the newest version.'),
    question: Type.String({ description: 'Its current text.', examples: ['How easy was it?'] }),
    type: OneOf(questionTypes, { description: 'Type of the question.' }),
    answered: count('Completed responses with an answer.'),
    skipped: count('Completed responses that skipped it.'),
    distribution: Type.Array(ResultBin, {
      description: 'All options, or all values of the scale, in their order; empty for texts.',
    }),
    mean: Nullable(Type.Number({ description: 'Of `rating` and `nps`; else null.', examples: [4.2] })),
    median: Nullable(Type.Number({ description: 'Of `rating` and `nps`; else null.', examples: [4] })),
    nps: Nullable(
      Type.Object(
        {
          score: Type.Integer({
            minimum: -100,
            maximum: 100,
            description: 'From −100 to 100.',
            examples: [35],
          }),
          promoters: count('9 and 10.'),
          passives: count('7 and 8.'),
          detractors: count('0 to 6.'),
        },
        { description: 'Net Promoter Score; null for other types and without answers.' },
      ),
    ),
    median_duration_seconds: seconds('Median time on the question; null if it was not measured.'),
  },
  { description: 'The answers to one question, summarized.' },
);

export const TestResults = Resource(
  'TestResults',
  {
    test_id: Id('test', 'The test whose responses are counted.'),
    response_count: count('Responses in all states, without simulated ones.'),
    in_progress: count('Responses that were not submitted yet.'),
    completed: count('Responses that were submitted. `questions` summarizes these.'),
    screened_out: count('Responses that the screener ended.'),
    abandoned: count('Responses without an answer for a week.'),
    flagged: count('Completed responses with a quality flag. They are counted like the others.'),
    median_duration_seconds: seconds('Median duration of completed responses; null without one.'),
    screener: Nullable(
      Type.Object(
        {
          started: count('Responses that were started.'),
          screened_out: count('Responses that the screener ended.'),
          qualified: count('Responses that went on to the questions.'),
          questions: Type.Array(
            Type.Object({
              question_id: Id('question', 'A question of the screener.'),
              question: Type.String({ description: 'Its current text.' }),
              answered: count('Responses that answered or skipped it.'),
              screened_out: count('Responses that ended here.'),
            }),
            { description: 'In the order in which they are asked.' },
          ),
        },
        {
          description:
            'How many participants each question of the screener let through; null without a screener.',
        },
      ),
    ),
    questions: Type.Array(QuestionResult, {
      description: 'Each question of the test in its order, except statements.',
    }),
  },
  { description: 'What participants answered, counted. Simulated and screened-out responses are left out.' },
);
