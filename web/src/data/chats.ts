import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Chat = Schemas['Chat'];
export type Message = Schemas['Message'];
export type Outline = Schemas['AnswerOutline'];
export type Claim = Schemas['AnswerClaim'];
export type SurveyNumbers = Schemas['SurveyNumbers'];

/** What a question is limited to; empty lists for everything. */
export interface AskScope {
  files: readonly string[];
  tags: readonly string[];
  people: readonly string[];
  tests: readonly string[];
}

export const wholeProject: AskScope = { files: [], tags: [], people: [], tests: [] };

export const scopeOf = (message: Message): AskScope => ({
  files: message.file_ids ?? [],
  tags: message.tag_ids ?? [],
  people: message.people,
  tests: message.test_ids ?? [],
});

/** The threads of a project, the last used first. */
export const chatsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: keys.chats(projectId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/chats', {
          params: { path: { projectId }, query: { sort: '-updated_at', limit: 50, cursor: pageParam } },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });

export const chatQuery = (chatId: string) =>
  queryOptions({
    queryKey: keys.chat(chatId),
    queryFn: async () => (await unwrap(api.GET('/v1/chats/{chatId}', { params: { path: { chatId } } }))).data,
  });

/** A thread from its newest messages to the oldest; older ones are on further pages. */
export const messagesQuery = (chatId: string) =>
  infiniteQueryOptions({
    queryKey: keys.messages(chatId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/chats/{chatId}/messages', {
          params: { path: { chatId }, query: { limit: 40, cursor: pageParam } },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });

/** The names that the scope of a question accepts. */
export const materialPeopleQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.materialPeople(projectId),
    queryFn: async () =>
      (await unwrap(api.GET('/v1/projects/{projectId}/chat/people', { params: { path: { projectId } } })))
        .data.people,
    staleTime: 60_000,
  });

/** The studies of a project that a question can be limited to. */
export const studyNamesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.tests(projectId, 'names'),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/tests', {
            params: { path: { projectId }, query: { limit: 100 } },
          }),
        )
      ).data.map(({ id, name }) => ({ id, name })),
    staleTime: 60_000,
  });

export interface NewQuestion {
  message: string;
  chatId: string | undefined;
  scope: AskScope;
}

/** Asks, and returns the thread of the question. */
export function useAsk(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ message, chatId, scope }: NewQuestion): Promise<string> => {
      const only = <Field extends string>(field: Field, values: readonly string[]) =>
        values.length > 0 ? { [field]: [...values] } : {};
      const job = await unwrap(
        api.POST('/v1/projects/{projectId}/chat', {
          params: { path: { projectId } },
          body: {
            message,
            ...(chatId ? { chat_id: chatId } : {}),
            ...only('file_ids', scope.files),
            ...only('tag_ids', scope.tags),
            ...only('people', scope.people),
            ...only('test_ids', scope.tests),
          },
        }),
      );
      if (chatId) return chatId;
      const created = await findChatOf(projectId, job.data.id);
      // The page of the new thread shows the question without a pause.
      await queryClient.prefetchInfiniteQuery(messagesQuery(created));
      return created;
    },
    onSuccess: (chatId) => refreshChat(queryClient, projectId, chatId),
  });
}

async function findChatOf(projectId: string, jobId: string): Promise<string> {
  const { data } = await unwrap(
    api.GET('/v1/projects/{projectId}/chats', { params: { path: { projectId }, query: { job_id: jobId } } }),
  );
  const [chat] = data;
  if (!chat) throw new Error(`No chat has the question of ${jobId}.`);
  return chat.id;
}

export function useStopAnswers(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (chatId: string) =>
      unwrap(api.POST('/v1/chats/{chatId}/stop', { params: { path: { chatId } } })),
    onSuccess: (_stopped, chatId) => refreshChat(queryClient, projectId, chatId),
  });
}

export async function deleteChat(chatId: string): Promise<void> {
  await unwrap(api.DELETE('/v1/chats/{chatId}', { params: { path: { chatId } } }));
}

export const refreshChat = (queryClient: QueryClient, projectId: string, chatId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.messages(chatId) }),
    queryClient.invalidateQueries({ queryKey: keys.chat(chatId) }),
    queryClient.invalidateQueries({ queryKey: keys.chats(projectId) }),
  ]);
