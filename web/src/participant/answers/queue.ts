import type { AnswerBody, SavedAnswer } from '../api/wire.ts';
import type { Store } from './storage.ts';

interface Entry {
  /** Tells a changed answer from the one that is being sent. */
  key: string;
  questionId: string;
  body: AnswerBody;
}

interface Waiter {
  resolve(saved: SavedAnswer | Promise<SavedAnswer>): void;
  reject(error: unknown): void;
}

/** `waiting`: the server can't be reached, and the queue tries again. `blocked`: the test takes no answers now. */
export type QueueState = 'idle' | 'sending' | 'waiting' | 'blocked';

/** What to do with an answer that failed: send it again, store it for a later visit, or give it up. */
export type Verdict = 'retry' | 'store' | 'drop';

interface Options {
  store: Store;
  responseId: string;
  send(questionId: string, body: AnswerBody): Promise<SavedAnswer>;
  judge(error: unknown): Verdict;
  onState(state: QueueState): void;
  /** Calls back after some time; injected for tests. */
  wait(ms: number, wake: () => void): () => void;
}

const queueKey = (responseId: string) => `parley.queue.${responseId}`;
export const hasQueue = (store: Store, responseId: string) => store.get(queueKey(responseId)) !== null;

/** Another tab sent the answer, so this tab does not know what comes next. */
export class SentElsewhere extends Error {}

const retryMs = (attempt: number) => Math.min(1_000 * 2 ** attempt, 15_000);

/**
 * The answers that the server has not confirmed yet. Each is stored in the browser before it is sent, and they are sent
 * in order, one at a time. An answer is sent again until the server confirms or refuses it; saving is idempotent, so an
 * answer whose confirmation was lost is still stored once.
 */
export function createQueue({ store, responseId, send, judge, onState, wait }: Options) {
  const storeKey = queueKey(responseId);
  const waiters = new Map<string, Waiter>();
  let running = false;
  let attempt = 0;
  let cancelWait: (() => void) | undefined;

  // Read again each time, because another tab of the same response uses the same queue.
  const read = (): Entry[] => {
    try {
      return JSON.parse(store.get(storeKey) ?? '[]') as Entry[];
    } catch {
      return [];
    }
  };
  const write = (entries: Entry[]) =>
    entries.length ? store.set(storeKey, JSON.stringify(entries)) : store.remove(storeKey);
  const remove = (key: string) => write(read().filter((entry) => entry.key !== key));

  async function flush(): Promise<void> {
    cancelWait?.();
    cancelWait = undefined;
    if (running) return;
    running = true;
    try {
      for (let [entry] = read(); entry; [entry] = read()) {
        onState('sending');
        try {
          const saved = await send(entry.questionId, entry.body);
          attempt = 0;
          remove(entry.key);
          waiters.get(entry.key)?.resolve(saved);
        } catch (error) {
          const verdict = judge(error);
          if (verdict === 'retry') {
            onState('waiting');
            cancelWait = wait(retryMs(attempt++), () => void flush());
            return;
          }
          waiters.get(entry.key)?.reject(error);
          if (verdict === 'store') {
            waiters.delete(entry.key);
            onState('blocked');
            return;
          }
          remove(entry.key);
        }
        waiters.delete(entry.key);
      }
      onState('idle');
      for (const { reject } of waiters.values()) reject(new SentElsewhere());
      waiters.clear();
    } finally {
      running = false;
    }
  }

  return {
    /** Resolves when the server has stored the answer; rejects if it refused the answer. */
    push(questionId: string, body: AnswerBody): Promise<SavedAnswer> {
      const key = `${questionId}.${Math.random().toString(36).slice(2)}`;
      const saved = new Promise<SavedAnswer>((resolve, reject) => waiters.set(key, { resolve, reject }));
      const isReplaced = (entry: Entry) => entry.questionId === questionId && entry.body.turn === body.turn;
      const entries = read();
      write([...entries.filter((entry) => !isReplaced(entry)), { key, questionId, body }]);
      for (const entry of entries.filter(isReplaced)) {
        waiters.get(entry.key)?.resolve(saved);
        waiters.delete(entry.key);
      }
      void flush();
      return saved;
    },
    /** Sends what an earlier visit left, or what a failed attempt left. */
    flush,
    stop() {
      cancelWait?.();
    },
  };
}
