import type { Db } from '../../../platform/database/index.ts';
import { composedMailTask, type Mailer } from '../../../platform/mail/index.ts';
import type { Task, TaskHandler } from '../../../platform/tasks/index.ts';
import { resumeMail } from '../mail/index.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import { findPublishedTest } from '../tests/index.ts';
import { findLinkToSend } from './store.ts';

export const reminderMailKind = 'participant.reminder';

interface MailDeps {
  db: Db;
  mailer: Mailer;
  participantLinks: ParticipantLinks;
}

/** A refused address was mistyped by a participant; the mail is removed. */
export const reminderMailTask = ({ db, mailer, participantLinks: links }: MailDeps): TaskHandler =>
  composedMailTask(mailer, {
    async compose({ input }: Task) {
      const { link, to } = input as { link: string; to: string };
      const found = await findLinkToSend(db, Buffer.from(link, 'base64url'));
      const test = found && (await findPublishedTest(db, found.test_id));
      if (!test || test.status === 'closed') return undefined;
      const mail = resumeMail({
        title: test.content.post_details.title ?? test.content.name,
        researcher: test.workspace_name,
        locale: found.locale,
        url: links.urlOf(found.sealed),
      });
      return { to, project_id: test.project_id, ...mail };
    },
    refused: async () => {},
  });
