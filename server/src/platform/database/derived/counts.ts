import type { Count } from './declaration.ts';
import { combine, deleted, inserted, type Statements, triggerFunction } from './statements.ts';

/** The column with the id of the counted row's owner. */
const owners = { projects: 'project_id', tests: 'test_id' };

/** Numbers of records, once for each statement. The rows of the owners are locked in the order of their ids. */
export function countStatements(table: string, counts: Count[] = []): Statements {
  return combine(counts.map((count) => oneCount(table, count)));
}

function oneCount(table: string, { on, column, where, addedUnless }: Count): Statements {
  const owner = owners[on];
  const name = `count_${table}`;
  const counted = {
    functions: triggerFunction(
      name,
      `update ${on} o set ${column} = o.${column} + c.n
  from (select ${owner}, sign * count(*)::integer as n from changed${where ? ` where ${where}` : ''}
         group by ${owner} order by ${owner}) c
 where o.id = c.${owner};`,
      `sign integer := case when tg_op = 'INSERT' then 1 else -1 end;`,
    ),
    triggers: [{ name: `${table}_uncounted`, table, event: 'delete', rows: deleted, call: name }],
  };
  const added = addedUnless
    ? {
        functions: triggerFunction(
          `${name}_row`,
          `update ${on} set ${column} = ${column} + 1 where id = new.${owner};`,
        ),
        triggers: [
          {
            name: `${table}_counted`,
            table,
            event: 'insert',
            when: `not new.${addedUnless}`,
            call: `${name}_row`,
          },
        ],
      }
    : {
        functions: {},
        triggers: [{ name: `${table}_counted`, table, event: 'insert', rows: inserted, call: name }],
      };
  return combine([counted, added]);
}
