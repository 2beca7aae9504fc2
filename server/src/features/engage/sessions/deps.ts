import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import type { CompletionDeps } from './complete.ts';

export interface SessionDeps extends CompletionDeps {
  participantLinks: ParticipantLinks;
  tasks: Pick<TaskQueue, 'add'>;
  limiter: RateLimiter;
  publicUrl: string;
  /** The sender of all mails, who is the organizer in calendars. */
  mailFrom: string;
}
