import type { InboxEntry } from './declaration.ts';
import { combine, helperFunction, type Statements, triggerFunction } from './statements.ts';

/** Rows of `inbox_items` that a change of a row adds, for everyone it concerns except its author. */
export const inboxStatements = (table: string, entries: InboxEntry[] = []): Statements =>
  combine(entries.map((entry) => oneEntry(table, entry)));

function oneEntry(table: string, entry: InboxEntry): Statements {
  const { name, type, on, when, recipients, project = 'new.project_id', source, subject } = entry;
  const { group = source, label = 'null', at = 'new.updated_at' } = entry;
  const call = `inbox_${table}_${name}`;
  return {
    functions: {
      ...addToInbox,
      ...triggerFunction(
        call,
        `perform derived.add_to_inbox(array(${recipients}),
  ${type}, ${project}, ${source}, ${subject.type}, ${subject.id}, ${group}, ${label}, ${at});`,
      ),
    },
    triggers: [{ name: `${table}_inbox_${name}`, table, event: on, ...(when && { when }), call }],
  };
}

/** What happens again under the same key is one row, and unread again. The rows are locked in the order of the users. */
const addToInbox = helperFunction(
  'add_to_inbox',
  `recipients text[], type text, project_id text, source_id text, subject_type text, subject_id text,
  group_key text, label text, at timestamptz`,
  `insert into inbox_items as i (id, user_id, workspace_id, project_id, type, source_id, subject_type, subject_id, group_key,
    label, actor_id, created_at, updated_at)
select new_id('inb', at), u.id, u.workspace_id, add_to_inbox.project_id, add_to_inbox.type, add_to_inbox.source_id,
    add_to_inbox.subject_type, add_to_inbox.subject_id, add_to_inbox.group_key, add_to_inbox.label, actor, at, at
  from users u
 where u.id = any(recipients) and u.kind = 'researcher' and u.id is distinct from actor
 order by u.id
on conflict on constraint inbox_items_user_id_group_key_key do update set type = excluded.type,
  subject_type = excluded.subject_type, subject_id = excluded.subject_id, actor_id = excluded.actor_id,
  updated_at = greatest(i.updated_at, excluded.updated_at), count = i.count + 1, read_at = null, mailed_at = null;`,
  `actor text := nullif(current_setting('parley.actor', true), '');`,
);
