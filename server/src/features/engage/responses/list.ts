import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { hasTag } from '../../coding/tags/index.ts';
import { changedAt, type ResponseView, viewColumns, viewTables } from './store.ts';

interface ResponseFilters extends ListQuery {
  status?: string;
  test_id?: string;
  participant_id?: string;
  tag_id?: string;
  simulated?: boolean;
  q?: string;
}

export const listResponsesOfTest = (db: Db, testId: string, query: ResponseFilters) =>
  listResponses(db, `responses ${testId}`, sql`r.test_id = ${testId}`, query);

export const listResponsesOfProject = (db: Db, projectId: string, query: ResponseFilters) =>
  listResponses(db, `responses ${projectId}`, sql`r.project_id = ${projectId}`, query);

function listResponses(db: Db, name: string, scope: Sql, query: ResponseFilters) {
  const where = [scope];
  if (query.status) where.push(among(sql`r.status`, query.status));
  if (query.test_id !== undefined) where.push(among(sql`r.test_id`, query.test_id));
  if (query.participant_id !== undefined) where.push(among(sql`r.participant_id`, query.participant_id));
  if (query.tag_id !== undefined) where.push(hasTag(sql`r.id`, query.tag_id));
  if (query.simulated !== undefined) where.push(sql`r.simulated = ${query.simulated}`);
  if (query.q)
    where.push(sql`(${contains(sql`a.name`, query.q)} or ${contains(sql`a.email`, query.q)} or exists (
      select 1 from answers x where x.response_id = r.id and ${contains(sql`x.text`, query.q)}))`);
  return listPage<ResponseView>(db, {
    name,
    query,
    select: sql`select ${viewColumns}`,
    from: sql`from ${viewTables}`,
    where,
    sorts: {
      created_at: { column: sql`r.created_at`, type: 'timestamptz' },
      updated_at: { column: changedAt, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`r.id`,
  });
}
