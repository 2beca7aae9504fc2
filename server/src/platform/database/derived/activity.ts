import type { Activity } from './declaration.ts';
import {
  combine,
  deleted,
  helperFunction,
  inserted,
  nothing,
  type Statements,
  type Trigger,
  triggerFunction,
} from './statements.ts';

/** The latest time of a change in `project_activity` and `file_activity`. */
export function activityStatements(table: string, activity: Activity | undefined): Statements {
  if (!activity) return nothing;
  const { actions = ['added', 'changed', 'removed'], addedUnless, file } = activity;
  const project: Record<string, Trigger> = {
    added: addedUnless
      ? trigger(table, 'active_added', {
          event: 'insert',
          when: `not new.${addedUnless}`,
          call: 'note_row_activity',
        })
      : trigger(table, 'active_added', { event: 'insert', rows: inserted, call: 'note_activity' }),
    changed: trigger(table, 'active_changed', { event: 'update', rows: inserted, call: 'note_activity' }),
    removed: trigger(table, 'active_removed', { event: 'delete', rows: deleted, call: 'note_removal' }),
  };
  return combine([
    { functions: projectFunctions, triggers: actions.map((action) => project[action] as Trigger) },
    addedUnless ? { functions: rowFunction, triggers: [] } : nothing,
    file ? fileStatements(table, file) : nothing,
  ]);
}

const trigger = (table: string, name: string, rest: Omit<Trigger, 'name' | 'table'>): Trigger => ({
  name: `${table}_${name}`,
  table,
  ...rest,
});

function fileStatements(table: string, file: true | 'moves'): Statements {
  const triggers = [
    trigger(table, 'file_active_added', { event: 'insert', rows: inserted, call: 'note_file_activity' }),
    trigger(table, 'file_active_changed', { event: 'update', rows: inserted, call: 'note_file_activity' }),
    trigger(table, 'file_active_removed', { event: 'delete', rows: deleted, call: 'note_file_removal' }),
  ];
  if (file === true) return { functions: fileFunctions, triggers };
  const left = trigger(table, 'file_left', {
    event: 'update',
    rows: 'old table as old_rows new table as new_rows',
    call: 'note_activity_of_left_file',
  });
  return { functions: { ...fileFunctions, ...leftFunction }, triggers: [...triggers, left] };
}

/**
 * Two inserts of one key would wait for each other, so the second one leaves it to the first. A row that another transaction has
 * locked is skipped: that transaction sets about the same time.
 */
const touch = (name: string, table: string, key: string, mayInsert: string) =>
  helperFunction(
    name,
    'touched_id text, touched_at timestamptz, may_insert boolean',
    `select a.at into seen from ${table} a where a.${key} = touched_id;
if not found then
  if may_insert${mayInsert} and pg_try_advisory_xact_lock(hashtextextended('${table}:' || touched_id, 0)) then
    insert into ${table} values (touched_id, touched_at) on conflict do nothing;
  end if;
elsif seen < touched_at then
  perform 1 from ${table} a where a.${key} = touched_id for update skip locked;
  if found then
    update ${table} a set at = greatest(a.at, touched_at) where a.${key} = touched_id;
  end if;
end if;`,
    'seen timestamptz;',
  );

/** A deleted row has no time, so the clock of the database is used. Nothing is inserted: the project itself may be deleted. */
const projectFunctions = {
  ...touch('touch_project', 'project_activity', 'project_id', ''),
  ...triggerFunction(
    'note_activity',
    `perform derived.touch_project(c.project_id, c.at, true)
  from (select project_id, max(updated_at) as at from changed group by project_id order by project_id) c;`,
  ),
  ...triggerFunction(
    'note_removal',
    `perform derived.touch_project(c.project_id, clock_timestamp(), false)
  from (select distinct project_id from changed order by project_id) c;`,
  ),
};

const rowFunction = triggerFunction(
  'note_row_activity',
  'perform derived.touch_project(new.project_id, new.updated_at, true);',
);

/** Records can survive their file and change when it is deleted, so a time is inserted only for a file that exists. */
const fileFunctions = {
  ...touch(
    'touch_file',
    'file_activity',
    'file_id',
    ' and exists (select 1 from files f where f.id = touched_id)',
  ),
  ...triggerFunction(
    'note_file_activity',
    `perform derived.touch_file(c.file_id, c.at, true)
  from (select file_id, max(updated_at) as at from changed where file_id is not null group by file_id order by file_id) c;`,
  ),
  ...triggerFunction(
    'note_file_removal',
    `perform derived.touch_file(c.file_id, clock_timestamp(), false)
  from (select distinct file_id from changed where file_id is not null order by file_id) c;`,
  ),
};

const leftFunction = triggerFunction(
  'note_activity_of_left_file',
  `perform derived.touch_file(c.file_id, c.at, true)
  from (select o.file_id, max(n.updated_at) as at from old_rows o join new_rows n on n.id = o.id
         where o.file_id is not null and n.file_id is distinct from o.file_id group by o.file_id order by o.file_id) c;`,
);
