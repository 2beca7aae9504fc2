import type { Clock } from '../../../foundation/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { composedMailTask, type Mailer } from '../../../platform/mail/index.ts';
import type { Task, TaskHandler, TaskQueue } from '../../../platform/tasks/index.ts';
import { sharedWith } from '../../projects/index.ts';
import { digestMail, type MailedItem } from './digest-mail.ts';

export const digestMailKind = 'inbox.digest';
/** What happens within this time after a first mention comes in the same mail, or in none if it is read before. */
const windowMs = 30 * 60_000;
const usersMax = 500;

interface DigestDeps {
  db: Db;
  clock: Clock;
  tasks: Pick<TaskQueue, 'add'>;
}

interface ToMail {
  user_id: string;
  workspace_id: string;
}

/** Queues one mail for everyone whose oldest unread mention is older than the window. Nodes take different rows. */
export async function queueDigests({ db, clock, tasks }: DigestDeps): Promise<void> {
  const now = clock.now();
  const due = new Date(now.getTime() - windowMs);
  await db.transaction(async (tx) => {
    const users = await tx.query<ToMail>(sql`
      with waiting as (
        select i.id, i.user_id, i.workspace_id from inbox_items i
         where i.mailed_at is null and i.read_at is null and i.type in ('mention', 'assignment')
           and i.user_id = any(array(
             select distinct o.user_id from inbox_items o
              where o.mailed_at is null and o.read_at is null and o.type in ('mention', 'assignment') and o.updated_at <= ${due}
              limit ${usersMax}))
         order by i.id for update skip locked),
      mailed as (
        update inbox_items i set mailed_at = ${now} from waiting w where i.id = w.id returning i.user_id, i.workspace_id)
      select distinct user_id, workspace_id from mailed`);
    for (const { user_id, workspace_id } of users)
      await tasks.add(tx, {
        kind: digestMailKind,
        workspace_id,
        subject: user_id,
        input: { mailed_at: now.toISOString() },
      });
  });
}

/** The mail is written when it is sent: without what was read meanwhile or is no longer shared with the person. */
export const digestMailTask = ({
  db,
  mailer,
  publicUrl,
}: {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}): TaskHandler =>
  composedMailTask(mailer, {
    async compose({ subject, input }: Task) {
      const { mailed_at } = input as { mailed_at: string };
      const [items, [person]] = await Promise.all([
        findItems(db, subject, new Date(mailed_at)),
        db.query<{ email: string; name: string }>(sql`
          select email, name from users where id = ${subject} and inbox_mail and kind = 'researcher'`),
      ]);
      if (!person || items.length === 0) return undefined;
      return { to: person.email, project_id: null, ...digestMail(person.name, items, publicUrl) };
    },
    // An address that the server refuses gets no second attempt. The inbox still has the rows.
    refused: async () => {},
  });

const findItems = (db: Db, userId: string, mailedAt: Date) =>
  db.query<MailedItem>(sql`
    select i.type, a.name as actor, p.name as project, count(*)::integer as count
      from inbox_items i join users u on u.id = i.user_id
      join projects p on p.id = i.project_id and p.workspace_id = u.workspace_id and p.deleted_at is null
      left join users a on a.id = i.actor_id
     where i.user_id = ${userId} and i.mailed_at = ${mailedAt} and i.read_at is null
       and ${sharedWith(sql`u.id`)}
     group by i.type, a.name, p.name order by max(i.updated_at) desc limit 30`);
