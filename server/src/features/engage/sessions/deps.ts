import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import type { CompletionDeps } from './complete.ts';

export interface SessionDeps extends CompletionDeps {
  participantLinks: ParticipantLinks;
  tasks: Pick<TaskQueue, 'add'>;
  publicUrl: string;
  /** The sender of all mails, who is the organizer in calendars. */
  mailFrom: string;
}
