import type { Feature } from '../../feature.ts';
import type { ChatDeps } from './deps.ts';
import { chatTexts } from './redact.ts';
import { chatRoutes } from './routes.ts';
import { Message } from './schema.ts';
import { answerUses } from './store.ts';
import { createAnswerWatch } from './stream/answer-watch.ts';
import { chatJob } from './tasks.ts';
import { createChatThreads } from './threads/chat-threads.ts';

export function createChats(input: Omit<ChatDeps, 'threads'>): Feature {
  const deps = { ...input, threads: createChatThreads() };
  const watch = createAnswerWatch(deps);
  return {
    routes: chatRoutes({ ...deps, watch }),
    mount(app) {
      // Ends the streams before the server waits for its open requests.
      app.addHook('preClose', async () => watch.close());
    },
    jobKinds: { chat: chatJob(deps) },
    texts: chatTexts,
    usesOfFile: [answerUses],
    eventPayloads: { 'chat.completed': Message },
    close: deps.threads.close,
  };
}
