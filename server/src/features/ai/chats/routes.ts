import Type from 'typebox';
import { EventStream } from '../../../http/event-stream.ts';
import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { readMaterialSpeakers } from '../../evidence/retrieval/index.ts';
import { identityOf } from '../../identity/accounts/index.ts';
import { JobOf, toJob } from '../../jobs/index.ts';
import { getProjectForRead } from '../../projects/index.ts';
import type { ChatDeps } from './deps.ts';
import {
  Chat,
  ChatsQuery,
  MaterialPeople,
  Message,
  MessagesQuery,
  NewQuestion,
  StoppedAnswers,
  toChat,
  toMessage,
} from './schema.ts';
import { askQuestion, getChat, removeChat, stopAnswers } from './service.ts';
import { listChats, listMessages } from './store.ts';
import type { AnswerWatch } from './stream/answer-watch.ts';
import { streamAnswers } from './stream/stream-answers.ts';

const peopleMax = 1_000;

type RouteDeps = Pick<ChatDeps, 'jobs' | 'registered' | 'generator'> & { watch: AnswerWatch };

export function chatRoutes({ watch, ...deps }: RouteDeps): Route[] {
  const { jobs } = deps;
  const one = { path: '/chats/{chatId}', tag: 'Chats', ids: { chatId: 'chat' }, status: 200 } as const;
  const ofProject = { tag: 'Chats', ids: { projectId: 'project' } } as const;
  return [
    route({
      ...ofProject,
      method: 'POST',
      path: '/projects/{projectId}/chat',
      operationId: 'askQuestion',
      summary: 'Ask a question about a project',
      description:
        'Starts a job of type `chat`; its result is `{ chat_id, message_id, content, citations }`. Emits `chat.completed`. Searches transcripts, notes, cards and reports. Every quotation is verified against the transcript word for word. The answer says if the material does not contain one. 422 if there is nothing to read.',
      status: 202,
      body: NewQuestion,
      data: JobOf('chat'),
      example: { body: { message: 'What stops people from finishing the purchase?' } },
      handler: async (call) => ({
        data: toJob(await askQuestion(deps, call, call.params.projectId, call.body)),
      }),
    }),
    route({
      ...ofProject,
      method: 'GET',
      path: '/projects/{projectId}/chat/people',
      operationId: 'listMaterialPeople',
      summary: 'List the participants that a question can be limited to',
      description: 'Everyone who speaks in a transcript or wrote an answer and is not an interviewer.',
      status: 200,
      data: MaterialPeople,
      handler: async ({ db, principal, params }) => {
        const { workspace_id, id } = await getProjectForRead(db, principal, params.projectId);
        const responses = deps.registered.sourceMaterial;
        const speakers = await readMaterialSpeakers(db, { workspace_id, project_id: id, responses });
        return { data: { people: speakers.participants.toSorted().slice(0, peopleMax) } };
      },
    }),
    route({
      ...ofProject,
      method: 'GET',
      path: '/projects/{projectId}/chats',
      operationId: 'listChats',
      summary: 'List the chats of a project',
      status: 200,
      query: ChatsQuery,
      data: Chat,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        await getProjectForRead(db, principal, params.projectId);
        const page = await listChats(db, params.projectId, query);
        return { data: page.rows.map(toChat), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...one,
      method: 'GET',
      operationId: 'getChat',
      summary: 'Get a chat',
      data: Chat,
      handler: async ({ db, principal, params }) => ({
        data: toChat(await getChat(db, principal, params.chatId)),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      operationId: 'deleteChat',
      summary: 'Delete a chat',
      description: 'Its messages are deleted too. A question that is being answered ends as `failed`.',
      data: Deleted('chat'),
      handler: async (call) => {
        await removeChat(jobs, call, call.params.chatId);
        return { data: { id: call.params.chatId, deleted: true } };
      },
    }),
    route({
      ...one,
      method: 'POST',
      path: '/chats/{chatId}/stop',
      operationId: 'stopAnswers',
      summary: 'Stop the answers of a chat',
      description:
        'Ends the jobs of its questions that are being answered and refunds their credit. What is verified until then is stored as the answer, with `stopped: true`, and returned; without it the question has no answer.',
      data: StoppedAnswers,
      handler: async (call) => ({
        data: { messages: (await stopAnswers(deps, call, call.params.chatId)).map(toMessage) },
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/chats/{chatId}/messages',
      operationId: 'listMessages',
      summary: 'List the messages of a chat',
      description:
        'In the order of the thread: an answer follows its question, even if another question was asked in between. The newest first; `sort=created_at` starts at the beginning.',
      query: MessagesQuery,
      data: Message,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        await getChat(db, principal, params.chatId);
        const page = await listMessages(db, params.chatId, query);
        return { data: page.rows.map(toMessage), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...one,
      method: 'GET',
      path: '/chats/{chatId}/stream',
      operationId: 'streamAnswers',
      summary: 'Follow the answers of a chat while they are written',
      appOnly: true,
      data: Type.Object({}),
      handler: async ({ db, principal, params, signal, lastEventId }) => {
        await getChat(db, principal, params.chatId);
        const watcher = watch.open({ ...identityOf(principal), chat_id: params.chatId });
        return {
          data: new EventStream(
            watcher ? streamAnswers({ db, watcher, chatId: params.chatId, lastEventId, signal }) : noEvents(),
          ),
        };
      },
    }),
  ];
}

/** Too many streams are open: the browser connects again later. */
async function* noEvents(): AsyncGenerator<'idle'> {
  yield 'idle';
}
