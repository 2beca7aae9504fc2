import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Feature } from '../../feature.ts';
import { digestMailKind, digestMailTask, queueDigests } from './digest.ts';
import { inboxRoutes } from './routes.ts';
import { pruneInbox } from './store.ts';

const retentionDays = 180;

interface InboxDeps {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  publicUrl: string;
  tasks: Pick<TaskQueue, 'add'>;
}

/** What concerns a member. The rows are declared in the derived.ts files of the features (ADR 40). */
export const createInbox = (deps: InboxDeps): Feature => ({
  routes: inboxRoutes(deps.publicUrl),
  taskKinds: { [digestMailKind]: digestMailTask(deps) },
  periodic: [
    { name: 'inbox mails', everyMs: 60_000, run: () => queueDigests(deps) },
    {
      name: 'old inbox rows',
      everyMs: 3_600_000,
      run: () => pruneInbox(deps.db, new Date(deps.clock.now().getTime() - retentionDays * 86_400_000)),
    },
  ],
});
