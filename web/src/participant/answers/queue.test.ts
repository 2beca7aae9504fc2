import { describe, expect, it } from 'vitest';
import type { AnswerBody, SavedAnswer } from '../api/wire.ts';
import { createQueue, type QueueState, SentElsewhere, type Verdict } from './queue.ts';
import { forgetResponse, openStore, type Store } from './storage.ts';

/** A storage like the browser's, which several pages can share. */
function memoryStorage(): Storage {
  const values: Record<string, string> = {};
  return Object.defineProperties(values, {
    getItem: { value: (key: string) => values[key] ?? null },
    setItem: {
      value: (key: string, value: string) => {
        values[key] = value;
      },
    },
    removeItem: { value: (key: string) => delete values[key] },
  }) as unknown as Storage;
}

interface Server {
  received: string[];
  /** What the next requests do: store the answer, fail before it, or store it and lose the confirmation. */
  plan: ('store' | 'fail' | 'lose' | 'pause' | 'refuse')[];
}

function openPage(store: Store, server: Server) {
  const states: QueueState[] = [];
  let wake: (() => void) | undefined;
  const queue = createQueue({
    store,
    responseId: 'rsp_1',
    async send(questionId: string, body: AnswerBody): Promise<SavedAnswer> {
      const step = server.plan.shift() ?? 'store';
      if (step === 'store' || step === 'lose') server.received.push(`${questionId}=${body.text}`);
      if (step !== 'store') throw new Error(step);
      return { answer: { question_id: questionId } } as SavedAnswer;
    },
    judge: (error): Verdict =>
      (({ pause: 'store', refuse: 'drop' }) as const)[(error as Error).message as 'pause' | 'refuse'] ??
      'retry',
    onState: (state) => states.push(state),
    wait(_ms, next) {
      wake = next;
      return () => {
        wake = undefined;
      };
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    queue,
    states,
    settle,
    async timePasses() {
      wake?.();
      await settle();
    },
  };
}

const newServer = (...plan: Server['plan']): Server => ({ received: [], plan });
const newStore = () => openStore(memoryStorage);

describe('the queue of answers', () => {
  it('sends an answer at once and confirms it', async () => {
    const server = newServer();
    const { queue } = openPage(newStore(), server);
    await expect(queue.push('q1', { text: 'a' })).resolves.toMatchObject({ answer: { question_id: 'q1' } });
    expect(server.received).toEqual(['q1=a']);
  });

  it('sends the answers of an offline moment in order, each until it is confirmed', async () => {
    const server = newServer('fail', 'fail', 'lose', 'store');
    const { queue, states, settle, timePasses } = openPage(newStore(), server);
    const both = Promise.all([queue.push('q1', { text: 'a' }), queue.push('q2', { text: 'b' })]);
    await settle();
    expect([server.received, states.at(-1)]).toEqual([[], 'waiting']);
    await timePasses();
    await timePasses();
    await timePasses();
    await both;
    // The confirmation of the first one was lost, so it was sent again: saving it twice changes nothing.
    expect(server.received).toEqual(['q1=a', 'q1=a', 'q2=b']);
    expect(states.at(-1)).toBe('idle');
  });

  it('sends what a closed tab left', async () => {
    const store = newStore();
    const server = newServer('fail');
    const closed = openPage(store, server);
    void closed.queue.push('q1', { text: 'a' });
    await closed.settle();
    closed.queue.stop();
    const reopened = openPage(store, server);
    await reopened.queue.flush();
    expect(server.received).toEqual(['q1=a']);
    await openPage(store, server).queue.flush();
    expect(server.received).toEqual(['q1=a']);
  });

  it('sends only the last of several answers to one question, and confirms all of them', async () => {
    const server = newServer('fail');
    const { queue, settle, timePasses } = openPage(newStore(), server);
    const first = queue.push('q1', { text: 'a' });
    await settle();
    const second = queue.push('q1', { text: 'b' });
    await timePasses();
    await Promise.all([first, second]);
    expect(server.received).toEqual(['q1=b']);
  });

  it('gives up an answer that the server refuses and goes on with the next one', async () => {
    const server = newServer('refuse');
    const { queue } = openPage(newStore(), server);
    const results = await Promise.allSettled([
      queue.push('q1', { text: 'a' }),
      queue.push('q2', { text: 'b' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(server.received).toEqual(['q2=b']);
  });

  it('stores an answer to a paused test until the test goes on', async () => {
    const store = newStore();
    const server = newServer('pause');
    const { queue, states } = openPage(store, server);
    await expect(queue.push('q1', { text: 'a' })).rejects.toThrow('pause');
    expect(states.at(-1)).toBe('blocked');
    await openPage(store, server).queue.flush();
    expect(server.received).toEqual(['q1=a']);
  });

  it('tells the page when another tab sent the answer', async () => {
    const store = newStore();
    const server = newServer('fail');
    const { queue, settle, timePasses } = openPage(store, server);
    const saved = expect(queue.push('q1', { text: 'a' })).rejects.toThrow(SentElsewhere);
    await settle();
    await openPage(store, server).queue.flush();
    await timePasses();
    await saved;
    expect(server.received).toEqual(['q1=a']);
  });

  it('works without storage, and removes everything of a response afterwards', async () => {
    const refusing = openStore(() => {
      throw new Error('denied');
    });
    const server = newServer();
    await openPage(refusing, server).queue.push('q1', { text: 'a' });
    expect(server.received).toEqual(['q1=a']);
    const store = newStore();
    store.set('parley.draft.rsp_1.q1', '{}');
    store.set('parley.queue.rsp_1', '[]');
    store.set('parley.draft.rsp_2.q1', '{}');
    forgetResponse(store, 'rsp_1');
    expect(store.keys()).toEqual(['parley.draft.rsp_2.q1']);
  });
});
