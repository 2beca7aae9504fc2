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
    message_count: Type.Integer({ minimum: 0, description: 'Questions and answers in the thread.' }),
  },
  { description: 'A thread of questions about a project and their answers.' },
);

export const toChat = (row: ChatRow) => ({
  id: row.id,
  project_id: row.project_id,
  title: row.title,
  message_count: row.message_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

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
  model: row.model,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const NewQuestion = Input({
  message: VisibleText(1, 10_000, { description: 'The question.' }),
  chat_id: Type.Optional(
    Type.String({ maxLength: 60, description: 'Continues this thread; default: a new one.' }),
  ),
  file_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 60 }), {
      minItems: 1,
      maxItems: 1_000,
      uniqueItems: true,
      description: 'Only these files; default: everything in the project.',
    }),
  ),
});
export type NewQuestion = Static<typeof NewQuestion>;

export const ChatsQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  q: Type.Optional(SearchText('title')),
});

export const MessagesQuery = listQuery(['-created_at', 'created_at'], {
  role: Type.Optional(SomeOf(messageRoles)),
});
