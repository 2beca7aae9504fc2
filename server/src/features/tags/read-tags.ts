import { Json } from '../../foundation/json.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { createJsonPages } from '../../platform/database/json-pages.ts';
import { jsonRow } from '../../platform/database/json-row.ts';
import { among, contains, type ListQuery } from '../../platform/database/keyset-page.ts';
import { createCachedRead } from '../projects/index.ts';
import { Tag } from './schema.ts';

/** Everything that a tag shows is in its row, the count of its uses too. */
const rendered = { columns: sql`${jsonRow(Tag, 't')} as json`, version: sql`t.xmin::text` };

/** Reads a tag for its GET. */
export const readTag = createCachedRead<{ json: string }>({
  ...rendered,
  name: 'Tag',
  from: sql`tags t join projects p on p.id = t.project_id`,
  id: sql`t.id`,
  render: (row) => new Json(row.json),
});

const listAsJson = createJsonPages<{ json: string }>({ ...rendered, render: (row) => row.json });

interface TagFilters extends ListQuery {
  q?: string;
  parent_id?: string;
  source?: string;
}

export function listTags(db: Db, projectId: string, query: TagFilters) {
  const where = [sql`t.project_id = ${projectId}`];
  if (query.parent_id !== undefined) where.push(among(sql`t.parent_id`, query.parent_id));
  if (query.source) where.push(among(sql`t.source`, query.source));
  if (query.q)
    where.push(sql`(${contains(sql`t.name`, query.q)} or ${contains(sql`t.description`, query.q)})`);
  return listAsJson(db, {
    name: `tags ${projectId}`,
    query,
    from: sql`from tags t`,
    where,
    sorts: {
      created_at: { column: sql`t.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`t.updated_at`, type: 'timestamptz' },
      name: { column: sql`t.name_key`, type: 'text' },
      usage_count: { column: sql`t.usage_count`, type: 'integer' },
    },
    defaultSort: '-created_at',
    id: sql`t.id`,
  });
}
