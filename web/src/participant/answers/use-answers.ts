import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Client, judgeFailure } from '../api/client.ts';
import type { Draft } from './draft.ts';
import { createQueue, hasQueue, type QueueState } from './queue.ts';
import { createDrafts, type Store } from './storage.ts';

/** The queue and the drafts of a response, for as long as the page shows it. */
export function useAnswers(client: Client, store: Store, responseId: string, catchesUp: boolean) {
  const [queueState, setQueueState] = useState<QueueState>('idle');
  // Answers that an earlier visit could not send come before everything else. Then the state is loaded again.
  const [isCatchingUp, setCatchingUp] = useState<boolean | 'done'>(
    () => catchesUp && hasQueue(store, responseId),
  );
  const drafts = useMemo(() => createDrafts<Draft>(store, responseId), [store, responseId]);
  const queue = useMemo(
    () =>
      createQueue({
        store,
        responseId,
        send: client.save,
        judge: judgeFailure,
        onState(state) {
          setQueueState(state);
          if (state === 'idle' || state === 'blocked') setCatchingUp((before) => before && 'done');
        },
        wait(ms, wake) {
          const timer = setTimeout(wake, ms);
          return () => clearTimeout(timer);
        },
      }),
    [store, responseId, client],
  );
  useEffect(() => {
    const flush = () => void queue.flush();
    flush();
    window.addEventListener('online', flush);
    return () => {
      window.removeEventListener('online', flush);
      queue.stop();
    };
  }, [queue]);
  return { queue, queueState, drafts, isCatchingUp };
}
