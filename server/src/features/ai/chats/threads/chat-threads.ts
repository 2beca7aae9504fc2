import { TaskFailure } from '../../../../platform/tasks/index.ts';
import { createThreadPool, ThreadLimit } from '../../../../platform/threads/index.ts';
import type { ChatTask, VerifiedAnswer } from './protocol.ts';

export interface ChatThreads {
  /** Composes or verifies an answer outside the event loop, with limits on time and memory. */
  run(workspaceId: string, task: ChatTask): Promise<VerifiedAnswer>;
  close(): Promise<void>;
}

export function createChatThreads({ deadlineMs = 20_000 } = {}): ChatThreads {
  const pool = createThreadPool({
    worker: new URL('./worker.ts', import.meta.url),
    heapMegabytes: 512,
    deadlineMs,
  });
  return {
    run: (workspaceId, task) =>
      pool.run<VerifiedAnswer>(workspaceId, task).catch((error: unknown) => {
        if (!(error instanceof ThreadLimit)) throw error;
        throw new TaskFailure('answer_too_large', messages[error.limit], {
          retryable: error.limit === 'waiting',
        });
      }),
    close: pool.close,
  };
}

const messages: Record<ThreadLimit['limit'], string> = {
  time: 'This answer takes too long to verify. Ask about fewer files.',
  memory: 'This answer needs too much memory. Ask about fewer files.',
  waiting: 'Too many questions of this workspace are being answered. Try again in a moment.',
};
