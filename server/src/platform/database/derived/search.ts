import type { NameSearch, TextSearch } from './declaration.ts';
import { combine, deleted, inserted, nothing, type Statements, triggerFunction } from './statements.ts';

/** Rows of `search_documents`. */
export function searchStatements(table: string, search: TextSearch | undefined): Statements {
  if (!search) return nothing;
  const columns = documentColumns(search);
  const names = Object.keys(columns);
  const set = names.map((name) => `${name} = excluded.${name}`).join(', ');
  const values = (alias: string) => `(${names.map((name) => `${alias}.${name}`).join(', ')})`;
  const source = search.hasWorkspace
    ? { workspace: 'c.workspace_id', from: 'from changed c' }
    : { workspace: 'p.workspace_id', from: 'from changed c join projects p on p.id = c.project_id' };
  const index = triggerFunction(
    `index_${table}`,
    `insert into search_documents as d (id, type, workspace_id, project_id, ${names.join(', ')})
select c.id, '${search.type}', ${source.workspace}, c.project_id,
    ${Object.values(columns)
      .map((value) => value('c'))
      .join(', ')}
  ${source.from}
on conflict (id) do update set ${set}
where ${values('d')} is distinct from
  ${values('excluded')};`,
  );
  return combine([
    {
      functions: index,
      triggers: [
        { name: `${table}_indexed`, table, event: 'insert', rows: inserted, call: `index_${table}` },
      ],
    },
    search.updated
      ? reindexRow(table, columns, search.updated)
      : {
          functions: {},
          triggers: [
            { name: `${table}_reindexed`, table, event: 'update', rows: inserted, call: `index_${table}` },
          ],
        },
    unindex(`${table}_unindexed`, table),
  ]);
}

type Columns = Record<string, (row: string) => string>;

function documentColumns({ file, seconds, title, body }: TextSearch): Columns {
  return {
    ...(file && { file_id: (row: string) => `${row}.${file}` }),
    ...(seconds && { start_seconds: (row: string) => `${row}.${seconds}` }),
    ...(title && { title }),
    body,
  };
}

const reindexRow = (table: string, columns: Columns, updated: string[]): Statements => ({
  functions: triggerFunction(
    `reindex_${table}`,
    `update search_documents
   set ${Object.entries(columns)
     .map(([name, value]) => `${name} = ${value('new')}`)
     .join(',\n       ')}
 where id = new.id;`,
  ),
  triggers: [
    { name: `${table}_reindexed`, table, event: 'update', when: differs(updated), call: `reindex_${table}` },
  ],
});

/** Records that are found by their name. */
export function nameSearchStatements(table: string, search: NameSearch | undefined): Statements {
  if (!search) return nothing;
  const { type, file, seconds, optionalUnless } = search;
  const call = `index_name_of_${table}`;
  const columns = [file && 'file_id', seconds && 'start_seconds', 'title', 'body'].filter(Boolean).join(', ');
  const values = [file && `new.${file}`, seconds && `new.${seconds}`, 'new.name', `''`]
    .filter(Boolean)
    .join(', ');
  const insert = `insert into search_documents (id, type, workspace_id, project_id, ${columns})
select new.id, '${type}', p.workspace_id, p.id, ${values} from projects p where p.id = new.project_id`;
  const set = ['title', seconds && 'start_seconds'].filter(Boolean);
  const body = optionalUnless
    ? `delete from search_documents where id = new.id;
if new.name is not null and not new.${optionalUnless} then
  ${insert.replaceAll('\n', '\n  ')};
end if;`
    : `${insert}
on conflict (id) do update set ${set.map((name) => `${name} = excluded.${name}`).join(', ')};`;
  const updated = ['name', ...(seconds ? [seconds] : [])];
  return combine([
    {
      functions: triggerFunction(call, body),
      triggers: [
        {
          name: `${table}_name_indexed`,
          table,
          event: 'insert',
          ...(optionalUnless && { when: 'new.name is not null' }),
          call,
        },
        {
          name: `${table}_name_reindexed`,
          table,
          event: `update of ${updated.join(', ')}`,
          when: differs(updated),
          call,
        },
      ],
    },
    unindex(`${table}_name_unindexed`, table),
  ]);
}

const differs = (columns: string[]) =>
  columns.map((name) => `old.${name} is distinct from new.${name}`).join(' or ');

const unindex = (name: string, table: string): Statements => ({
  functions: triggerFunction('unindex', 'delete from search_documents d using changed c where d.id = c.id;'),
  triggers: [{ name, table, event: 'delete', rows: deleted, call: 'unindex' }],
});
