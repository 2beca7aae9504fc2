import type { Live } from './declaration.ts';
import { combine, deleted, inserted, nothing, type Statements, triggerFunction } from './statements.ts';

/** Rows of `changes`: one for each statement and file. A row about more than 20 records has no ids. */
export function liveStatements(table: string, live: Live | undefined): Statements {
  if (!live) return nothing;
  const { key = 'id', type, file, workspace, actions = ['created', 'updated', 'deleted'] } = live;
  const [scope, column] = workspace ? ['workspace_id', workspace] : ['project_id', 'project_id'];
  const ids = `${live.owned ? 'distinct ' : ''}c.${key}`;
  const ofFile = file
    ? { columns: ', file_id', values: `, c.${file}::text`, group: `, c.${file}` }
    : undefined;
  const changeFunction = `note_${table}_change`;
  const rowFunction = `note_${table}_row_change`;
  const created = live.createdUnless
    ? { event: 'insert', when: `not new.${live.createdUnless}`, call: `${rowFunction}('created')` }
    : { event: 'insert', rows: inserted, call: `${changeFunction}('created')` };
  const updated = live.updated
    ? { event: `update of ${live.updated.join(', ')}`, call: `${rowFunction}('updated')` }
    : { event: 'update', rows: inserted, call: `${changeFunction}('updated')` };
  const removed = { event: 'delete', rows: deleted, call: `${changeFunction}('deleted')` };
  const all = { created, updated, deleted: removed };

  return combine([
    {
      functions: triggerFunction(
        changeFunction,
        `insert into changes (type, action, ${scope}${ofFile?.columns ?? ''}, record_ids)
select '${type}', tg_argv[0], c.${column}${ofFile?.values ?? ''},
    case when count(${live.owned ? ids : '*'}) <= 20 then array_agg(${ids}::text) else '{}' end
  from changed c group by c.${column}${ofFile?.group ?? ''};`,
      ),
      triggers: actions.map((action) => ({ name: `${table}_noted_${action}`, table, ...all[action] })),
    },
    live.createdUnless || live.updated
      ? {
          functions: triggerFunction(
            rowFunction,
            `insert into changes (type, action, ${scope}, record_ids)
values ('${type}', tg_argv[0], new.${column}, array[new.${key}::text]);`,
          ),
          triggers: [],
        }
      : nothing,
    live.moves ? leftStatements(table, type, key) : nothing,
  ]);
}

const leftStatements = (table: string, type: string, key: string): Statements => ({
  functions: triggerFunction(
    `note_${table}_left`,
    `insert into changes (type, action, project_id, file_id, record_ids)
values ('${type}', 'deleted', old.project_id, old.${key}, array[old.${key}::text]);`,
  ),
  triggers: [
    {
      name: `${table}_noted_left`,
      table,
      event: 'update of project_id',
      when: 'old.project_id is distinct from new.project_id',
      call: `note_${table}_left`,
    },
  ],
});
