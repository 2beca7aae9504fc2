import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Feature } from '../../feature.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import { reminderMailKind, reminderMailTask } from './mail-task.ts';
import { reminderRoutes } from './routes.ts';

interface RemindersDeps {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  tasks: TaskQueue;
  limiter: RateLimiter;
  participantLinks: ParticipantLinks;
}

/** "Save and go on later": a participant asks for the link to their own response by mail. */
export const createReminders = (deps: RemindersDeps): Feature => ({
  participantRoutes: reminderRoutes(deps),
  taskKinds: { [reminderMailKind]: reminderMailTask(deps) },
});
