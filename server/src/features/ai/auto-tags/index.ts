import type { Feature } from '../../feature.ts';
import type { AutoTagDeps } from './deps.ts';
import { createVerifyThreads } from './generated/verify-threads.ts';
import { autoTagRoutes } from './routes.ts';
import { autoTagJob } from './tasks.ts';

export function createAutoTags(input: Omit<AutoTagDeps, 'threads'>): Feature {
  const deps = { ...input, threads: createVerifyThreads() };
  return {
    routes: autoTagRoutes(deps.jobs),
    jobKinds: { auto_tag: autoTagJob(deps) },
    close: deps.threads.close,
  };
}
