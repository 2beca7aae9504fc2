import type { DeletedWith, Reference, Storage } from './declaration.ts';
import { combine, deleted, nothing, type Statements, triggerFunction } from './statements.ts';

/**
 * Taggings are deleted with their target. Locks are taken in the order project, tags, taggings; the project is locked now, because
 * the deletion of the taggings changes its activity.
 */
export function taggableStatements(table: string, taggable: 'record' | 'file' | undefined): Statements {
  if (!taggable) return nothing;
  const call = taggable === 'file' ? 'drop_file_taggings' : 'drop_taggings';
  return {
    functions: taggable === 'file' ? dropFileTaggings : dropTaggings,
    triggers: [{ name: `${table}_untagged`, table, event: 'delete', rows: deleted, call }],
  };
}

const dropTaggings = triggerFunction(
  'drop_taggings',
  `perform 1 from projects
  where id in (select t.project_id from taggings t join changed c on c.id = t.target_id)
  order by id for no key update;
perform 1 from tags
  where id in (select t.tag_id from taggings t join changed c on c.id = t.target_id) order by id for no key update;
delete from taggings t using changed c where t.target_id = c.id;`,
);

const dropFileTaggings = triggerFunction(
  'drop_file_taggings',
  `perform 1 from projects where id in (select project_id from changed) order by id for no key update;
perform 1 from tags where id in (
    select t.tag_id from taggings t join changed c on c.id = t.file_id where t.target_type in ('file', 'segment'))
  order by id for no key update;
delete from taggings t using changed c where t.file_id = c.id and t.target_type in ('file', 'segment');`,
);

/** Rows of `table` that are deleted with a row of another table. */
export function deletedWithStatements(table: string, all: DeletedWith[] = []): Statements {
  return combine(
    all.map(({ table: other, where, eachRow }) => {
      const name = `${other}_deletes_${table}`;
      const row = eachRow ? 'old' : 'c';
      const condition = Object.entries(where)
        .map(([column, value]) => `d.${column} = ${row}.${value}`)
        .join(' and ');
      return {
        functions: triggerFunction(
          name,
          `delete from ${table} d${eachRow ? '' : ' using changed c'} where ${condition};`,
        ),
        triggers: [{ name, table: other, event: 'delete', ...(!eachRow && { rows: deleted }), call: name }],
      };
    }),
  );
}

/** References of `table` that are marked when their source is deleted. */
export function referenceStatements(table: string, references: Reference[] = []): Statements {
  return combine(
    references.map((reference) => {
      // Sorts after `…_uncounted`, which locks the project: locks are taken in the order project, other records.
      const name = `${reference.to}_unlinked_from_${table}`;
      return {
        functions: triggerFunction(
          name,
          reference.list ? markItems(table, reference) : markRows(table, reference),
        ),
        triggers: [{ name, table: reference.to, event: 'delete', rows: deleted, call: name }],
      };
    }),
  );
}

const markRows = (table: string, { field, set }: Reference) => {
  const columns = Object.entries(set).map(([column, value]) => `${column} = ${value}`);
  return `update ${table} r set ${columns.join(', ')} from changed c where r.${field} = c.id;`;
};

const markItems = (table: string, { field, list, where, set }: Reference) =>
  `update ${table} r set ${list} = (
  select jsonb_agg(case when e.item ->> '${field}' in (select id from changed)
           then e.item || '${JSON.stringify(set)}' else e.item end order by e.place)
    from jsonb_array_elements(r.${list}) with ordinality as e (item, place))
 where r.id in (
   select m.id from changed c join ${table} m
     on ${where ? `${where} and ` : ''}m.${list} @> jsonb_build_array(jsonb_build_object('${field}', c.id)));`;

/** Blobs and storage credit that are released with the record, in the same transaction. */
export function releaseStatements(
  table: string,
  { blobs, storage }: { blobs?: string; storage?: Storage },
): Statements {
  if (!blobs && !storage) return nothing;
  const name = `release_${table}`;
  const row = storage?.eachRow ? { when: `${storage.bytes('old')} > 0` } : { rows: deleted };
  const body = [blobs && deleteBlobs(blobs), storage && returnStorage(storage)].filter(Boolean).join('\n\n');
  return {
    functions: triggerFunction(name, body),
    triggers: [{ name: `${table}_released`, table, event: 'delete', ...row, call: name }],
  };
}

const deleteBlobs = (folder: string) => `insert into blob_deletions (prefix, due_at)
select '${folder}/' || id || '/', now() from changed
on conflict (prefix) do update set due_at = excluded.due_at;`;

const returnStorage = ({ bytes, workspace, eachRow }: Storage) =>
  `insert into credit_usage as u (workspace_id, credit, period_start, shard, used)
${
  eachRow
    ? `select w.id, 'storage_bytes', '1970-01-01', 0, -${bytes('old')} from workspaces w where w.id = old.${workspace}`
    : `select w.id, 'storage_bytes', '1970-01-01', 0, -sum(${bytes('c')})
  from changed c join workspaces w on w.id = c.${workspace}
 group by w.id having sum(${bytes('c')}) > 0`
}
on conflict (workspace_id, credit, period_start, shard) do update set used = u.used + excluded.used;`;
