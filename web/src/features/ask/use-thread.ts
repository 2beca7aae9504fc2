import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AnswerFailure, type AnswerProgress, followAnswers } from '../../data/answer-stream.ts';
import {
  type AskScope,
  type Message,
  messagesQuery,
  refreshChat,
  scopeOf,
  useAsk,
  useStopAnswers,
} from '../../data/chats.ts';
import { type Exchange, exchangesOf } from './exchanges.ts';

interface Page {
  data: Message[];
}

/** A question that is on its way to the server. */
interface Sending {
  id: number;
  chatId: string | undefined;
  message: string;
  scope: AskScope;
}

export interface Thread {
  exchanges: Exchange[];
  messages: ReturnType<typeof useThreadMessages>;
  /** Whether a question is being sent or answered. */
  isBusy: boolean;
  isReconnecting: boolean;
  ask(message: string, scope: AskScope): Promise<string | undefined>;
  error: Error | null;
  clearError(): void;
  stop(): void;
}

const useThreadMessages = (chatId: string | undefined) =>
  useInfiniteQuery({ ...messagesQuery(chatId ?? ''), enabled: chatId !== undefined });

/** The messages of a thread, the answers that are being written, and how to ask and to stop. */
export function useThread(projectId: string, chatId: string | undefined): Thread {
  const messages = useThreadMessages(chatId);
  const [sending, setSending] = useState<Sending[]>([]);
  const nextId = useRef(1);
  const { mutateAsync: sendQuestion, error, reset } = useAsk(projectId);
  const { mutate: stopAnswers } = useStopAnswers(projectId);
  const loaded = messages.data?.pages.flatMap(({ data }) => data) ?? [];
  const answered = new Set(loaded.filter(({ role }) => role === 'assistant').map(({ job_id }) => job_id));
  const waiting = loaded.filter(({ role, job_id }) => role === 'user' && !answered.has(job_id));
  const stream = useStream(projectId, chatId, waiting.at(0)?.job_id);
  const open = waiting.filter(({ job_id }) => !stream.failures.has(job_id) && !stream.ended.has(job_id));

  const ask = useCallback(
    async (message: string, scope: AskScope) => {
      const id = nextId.current++;
      setSending((all) => [...all, { id, chatId, message, scope }]);
      try {
        return await sendQuestion({ message, chatId, scope });
      } catch {
        return undefined;
      } finally {
        setSending((all) => all.filter((one) => one.id !== id));
      }
    },
    [chatId, sendQuestion],
  );

  const exchanges = exchangesOf({ messages: loaded, ...stream, scopeOf });
  return {
    exchanges: [
      ...exchanges.map((one) =>
        one.answer || one.failure || !stream.ended.has(one.jobId ?? '')
          ? one
          : { ...one, failure: { code: 'stopped', message: null } },
      ),
      ...sending
        .filter((one) => one.chatId === chatId)
        .map(
          ({ id, message, scope }): Exchange => ({
            id: `sending ${id}`,
            question: message,
            askedAt: '',
            scope,
            jobId: undefined,
            answer: undefined,
            progress: undefined,
            failure: undefined,
          }),
        ),
    ],
    messages,
    isBusy: open.length > 0 || sending.length > 0,
    isReconnecting: stream.isReconnecting && open.length > 0,
    ask,
    error,
    clearError: reset,
    stop: () => chatId && stopAnswers(chatId),
  };
}

interface StreamState {
  progress: ReadonlyMap<string, AnswerProgress>;
  failures: ReadonlyMap<string, AnswerFailure['error']>;
  /** Questions without an answer that are no longer being answered. */
  ended: ReadonlySet<string>;
  isReconnecting: boolean;
}

const nothing: StreamState = {
  progress: new Map(),
  failures: new Map(),
  ended: new Set(),
  isReconnecting: false,
};

/** Follows a thread while it has a question without an answer. `newest` is the job of the last such question. */
function useStream(projectId: string, chatId: string | undefined, newest: string | undefined): StreamState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<StreamState & { chatId: string | undefined }>({ ...nothing, chatId });
  useEffect(() => {
    if (!chatId || !newest) return;
    const change = (next: (current: StreamState) => Partial<StreamState>) =>
      setState((current) => {
        const own = current.chatId === chatId ? current : { ...nothing, chatId };
        return { ...own, isReconnecting: false, ...next(own) };
      });
    return followAnswers(chatId, {
      onProgress: (progress) =>
        change((current) => ({ progress: new Map(current.progress).set(progress.job_id, progress) })),
      onMessage(message) {
        queryClient.setQueryData<InfiniteData<Page>>(messagesQuery(chatId).queryKey, (data) =>
          data ? withMessage(data, message) : data,
        );
        change(() => ({}));
      },
      onFailed: ({ job_id, error }) =>
        change((current) => ({ failures: new Map(current.failures).set(job_id, error) })),
      onEnd() {
        void refreshChat(queryClient, projectId, chatId).then(() =>
          change((current) => ({ ended: new Set(current.ended).add(newest) })),
        );
      },
      onRefused() {
        change(() => ({ isReconnecting: true }));
        void queryClient.invalidateQueries({ queryKey: messagesQuery(chatId).queryKey });
      },
    });
  }, [chatId, newest, projectId, queryClient]);
  return state.chatId === chatId ? state : nothing;
}

/** An answer belongs directly after its question; the pages have the newest message first. */
export function withMessage(data: InfiniteData<Page>, message: Message): InfiniteData<Page> {
  const isKnown = data.pages.some((page) => page.data.some(({ id }) => id === message.id));
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      data: page.data.flatMap((one) => {
        if (one.id === message.id) return message;
        const isQuestion = one.role === 'user' && one.job_id === message.job_id;
        return isQuestion && !isKnown ? [message, one] : one;
      }),
    })),
  };
}
