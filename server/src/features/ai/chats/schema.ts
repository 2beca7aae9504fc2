import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
  Input,
  listQuery,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
  VisibleText,
} from '../../../http/schema.ts';
import { Citation, toCitation } from '../../evidence/index.ts';
import { claimKinds, outlineOf } from './outline.ts';
import { type ChatRow, type MessageRow, messageRoles } from './store.ts';

export const Chat = Resource(
  'Chat',
  {
    ...commonFields('chat'),
    project_id: ProjectId(),
    title: Type.String({
      description: 'The beginning of the first question.',
      examples: ['What stops people from finishing the purchase?'],
    }),
    question_count: Type.Integer({ minimum: 0, description: 'Questions in the thread.', examples: [2] }),
    message_count: Type.Integer({ minimum: 0, description: 'Questions and answers in the thread.' }),
  },
  { description: 'A thread of questions about a project and their answers.' },
);

export const toChat = (row: ChatRow) => ({
  id: row.id,
  project_id: row.project_id,
  title: row.title,
  question_count: row.question_count,
  message_count: row.message_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const counts = {
  passage_count: Type.Integer({ minimum: 0, description: 'Verified passages.', examples: [7] }),
  people_count: Type.Integer({ minimum: 0, description: 'The people who say them.', examples: [4] }),
};

const Claim = Resource(
  'AnswerClaim',
  {
    text: Nullable(
      Type.String({
        description: 'In Markdown; null for passages without a text of their own.',
        examples: ['The free times come last.'],
      }),
    ),
    kind: OneOf(claimKinds, {
      description:
        '`claim`: the passages say it. `disagreement`: people who see it differently. `related`: passages on a similar topic. `closest`: passages that do not answer the question.',
    }),
    citation_ids: Type.Array(Type.String({ examples: ['cit_1'] }), {
      description: 'Its passages, in order.',
    }),
    ...counts,
  },
  { description: 'A statement of an answer and its passages.' },
);

const Outline = Resource(
  'AnswerOutline',
  {
    lead: Type.String({
      description: 'The first sentence, in Markdown.',
      examples: ['They learn too late that no suitable time is free.'],
    }),
    claims: Type.Array(Claim, { description: 'Statements that have passages.' }),
    remarks: Type.Array(Type.String(), { description: 'Paragraphs without passages, in Markdown.' }),
    ...counts,
  },
  {
    description:
      'The parts of an answer and counts of what it cites, which the server computes from `content`; null for a question.',
  },
);

const CitedSource = Resource(
  'CitedSource',
  {
    file_id: Nullable(Id('file', 'The file that is cited; null if the source is a response.')),
    response_id: Nullable(
      Id('response', 'The response whose written answer is cited; null if the source is a file.'),
    ),
    name: Type.String({ description: 'As it was when the answer was written.', examples: ['Interview 1'] }),
  },
  { description: 'A file or response that an answer cites.' },
);

const SurveyNumbers = Resource(
  'SurveyNumbers',
  {
    test_id: Id('test', 'The study that was counted.'),
    question_id: Id('question', 'The question that participants answered.'),
    question: Type.String({ description: 'What participants were asked.', examples: ['Why did you stop?'] }),
    type: Type.String({ description: 'What kind of answer it takes.', examples: ['single_choice'] }),
    answered: Type.Integer({ minimum: 0, description: 'How many answered the question.', examples: [118] }),
    mean: Nullable(Type.Number({ description: 'The mean of ratings; null for other questions.' })),
    options: Type.Array(
      Type.Object({
        text: Type.String({
          description: 'The option or rating that was chosen.',
          examples: ['No suitable time'],
        }),
        count: Type.Integer({ minimum: 0, description: 'How many people chose it.', examples: [41] }),
        mean_place: Type.Number({ description: 'The mean place of a ranking.' }),
      }),
      {
        description:
          'At most 10: of ratings by value, of rankings by place, else those that most people chose.',
      },
    ),
  },
  { description: 'How often each answer to a question of a survey was given.' },
);

export const Message = Resource(
  'Message',
  {
    ...commonFields('message'),
    project_id: ProjectId(),
    chat_id: Id('chat', 'The thread that it belongs to.'),
    job_id: Id('job', 'The job that answers the question; a question and its answer have the same.'),
    role: OneOf(messageRoles, { description: '`user`: a question. `assistant`: an answer.' }),
    content: Type.String({
      description: 'In Markdown. In an answer, `[cit_1]` follows each quotation.',
      examples: ['**Two of two participants** speak about shipping costs: Mina and Tom.'],
    }),
    citations: Type.Array(Citation, { description: 'Every quotation of an answer; empty for a question.' }),
    answered: Nullable(
      Type.Boolean({
        description: 'Whether the material contains an answer; null for a question.',
        examples: [true],
      }),
    ),
    file_ids: Nullable(
      Type.Array(Id('file'), {
        description: 'The files that the question is limited to; null if it is about the whole project.',
      }),
    ),
    tag_ids: Nullable(
      Type.Array(Id('tag'), {
        description: 'The tags that the question is limited to; null for everything.',
      }),
    ),
    test_ids: Nullable(
      Type.Array(Id('test'), {
        description:
          'The tests whose recordings and responses the question is limited to; null for everything.',
      }),
    ),
    people: Type.Array(Type.String({ examples: ['Mina'] }), {
      description: 'The participants that the question is limited to; empty for everyone.',
    }),
    outline: Nullable(Outline),
    sources: Type.Array(CitedSource, { description: 'The files and responses that the answer cites.' }),
    numbers: Type.Array(SurveyNumbers, {
      description:
        'What the answers to questions of a survey say about the topic, counted when the answer was written.',
    }),
    stopped: Type.Boolean({
      description: 'True if someone stopped the answer: it contains what was verified until then.',
    }),
    model: Nullable(
      Type.String({
        description:
          'What wrote the answer; null for a question. `parley-extractive-1` selects passages of the transcripts; others are language models.',
        examples: ['parley-extractive-1'],
      }),
    ),
  },
  { description: 'A question or an answer.' },
);

export const StoppedAnswers = Resource(
  'StoppedAnswers',
  { messages: Type.Array(Message, { description: 'The stored beginnings of the answers.' }) },
  { description: 'What was verified of the answers of a chat when they were stopped.' },
);

/** The result of a job of type `chat`. */
export const ChatResult = Resource(
  'ChatResult',
  {
    chat_id: Message.properties.chat_id,
    message_id: Id('message', 'The answer.'),
    answered: Type.Boolean({ description: 'Whether the material contains an answer.' }),
    content: Message.properties.content,
    citations: Type.Array(Citation, { description: 'Every quotation of the answer.' }),
  },
  { description: 'The answer to the question. Null until the job has succeeded.' },
);

export const toMessage = (row: MessageRow) => ({
  id: row.id,
  chat_id: row.chat_id,
  project_id: row.project_id,
  job_id: row.job_id,
  role: row.role,
  content: row.content,
  citations: row.citations.map(toCitation),
  answered: row.answered,
  file_ids: row.file_ids,
  tag_ids: row.tag_ids,
  test_ids: row.test_ids,
  people: row.people,
  outline: row.role === 'assistant' ? outlineOf(row) : null,
  sources: sourcesOf(row),
  numbers: row.numbers,
  stopped: row.stopped,
  model: row.model,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

/** The names of cited sources, each once. */
export const sourcesOf = ({ citations }: Pick<MessageRow, 'citations'>) => [
  ...new Map(
    citations.flatMap(({ file_id, response_id, file_name }) =>
      (file_id ?? response_id) === null || file_name === null
        ? []
        : [[file_id ?? response_id, { file_id, response_id, name: file_name }] as const],
    ),
  ).values(),
];

const ScopeIds = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 60 }), {
      minItems: 1,
      maxItems: 1_000,
      uniqueItems: true,
      description,
    }),
  );

export const NewQuestion = Input({
  message: VisibleText(1, 10_000, { description: 'The question.' }),
  chat_id: Type.Optional(
    Type.String({ maxLength: 60, description: 'Continues this thread; default: a new one.' }),
  ),
  file_ids: ScopeIds('Only these files; default: everything in the project.'),
  tag_ids: ScopeIds('Only passages and responses with one of these tags.'),
  test_ids: ScopeIds('Only recordings and responses of these tests, besides `file_ids`.'),
  people: Type.Optional(
    Type.Array(VisibleText(1, 200), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description: 'Only what these participants say, by the name of the speaker.',
    }),
  ),
});
export type NewQuestion = Static<typeof NewQuestion>;

export const MaterialPeople = Resource(
  'MaterialPeople',
  {
    people: Type.Array(Type.String({ examples: ['Mina'] }), {
      maxItems: 1_000,
      description: 'Up to 1,000 names in alphabetical order.',
    }),
  },
  { description: 'The participants that a question can be limited to.' },
);

export const ChatsQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  q: Type.Optional(SearchText('title')),
  job_id: Type.Optional(
    Type.String({ maxLength: 60, description: 'The chat with the question that this job answers.' }),
  ),
});

export const MessagesQuery = listQuery(['-created_at', 'created_at'], {
  role: Type.Optional(SomeOf(messageRoles)),
});
