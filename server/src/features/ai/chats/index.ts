import type { Feature } from '../../feature.ts';
import type { ChatDeps } from './deps.ts';
import { chatRoutes } from './routes.ts';
import { Message } from './schema.ts';
import { chatJob } from './tasks.ts';
import { createChatThreads } from './threads/chat-threads.ts';

export function createChats(input: Omit<ChatDeps, 'threads'>): Feature {
  const deps = { ...input, threads: createChatThreads() };
  return {
    routes: chatRoutes(deps),
    jobKinds: { chat: chatJob(deps) },
    eventPayloads: { 'chat.completed': Message },
    close: deps.threads.close,
  };
}
