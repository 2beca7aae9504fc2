import type { Task } from './declaration.ts';
import { combine, inserted, nothing, type Statements, triggerFunction } from './statements.ts';

/** Rows of `tasks` that a change adds. */
export const taskStatements = (table: string, tasks: Task[] = []): Statements =>
  combine(tasks.map((task) => ('when' in task ? taskOfUpdate(table, task) : oneUnfinished(table, task))));

/** The lock keeps a worker from claiming the waiting task before this transaction commits: it would not see the change. */
function oneUnfinished(table: string, { name, kind, subject }: Task): Statements {
  const call = `queue_${table}_${name}`;
  return {
    functions: triggerFunction(
      call,
      `for one in select c.workspace_id, c.${subject} as subject from changed c loop
  perform 1 from tasks t where t.subject = one.subject and t.kind = '${kind}' and t.attempts = 0 for key share;
  if not found then
    insert into tasks (kind, workspace_id, subject) values ('${kind}', one.workspace_id, one.subject);
  end if;
end loop;`,
      'one record;',
    ),
    triggers: [
      { name: `${table}_${name}_added`, table, event: 'insert', rows: inserted, call },
      { name: `${table}_${name}_changed`, table, event: 'update', rows: inserted, call },
    ],
  };
}

function taskOfUpdate(
  table: string,
  { name, kind, subject, updated, when }: Task & { updated: string; when: string },
) {
  const call = `queue_${table}_${name}`;
  return {
    functions: triggerFunction(
      call,
      `insert into tasks (kind, workspace_id, subject)
select '${kind}', p.workspace_id, new.${subject} from projects p where p.id = new.project_id;`,
    ),
    triggers: [{ name: `${table}_${name}_queued`, table, event: `update of ${updated}`, when, call }],
  };
}

/** Increases the revision of the cached API keys, whichever statement changes the rows. */
export function cachedKeyStatements(
  table: string,
  cached: { updated: string[]; deleted?: true } | undefined,
): Statements {
  if (!cached) return nothing;
  const event = `${cached.deleted ? 'delete or ' : ''}update of ${cached.updated.join(', ')}`;
  return {
    functions: triggerFunction('raise_key_revision', 'update key_revision set revision = revision + 1;'),
    triggers: [
      { name: `${table}_cached_keys`, table, event, eachStatement: true, call: 'raise_key_revision' },
    ],
  };
}
