import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { createJsonPages } from '../../../platform/database/json-pages.ts';
import { among, contains, type ListQuery } from '../../../platform/database/keyset-page.ts';
import { createCachedRead } from '../../projects/index.ts';
import { hasTag, tagIdsOf } from '../../tags/index.ts';
import { toResponse } from './schema.ts';
import { answersState, changedAt, type ResponseView, viewColumns, viewTables } from './store.ts';

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

/** What a GET shows depends on the rows of the response, of the person, of the answers, and on the tags. */
const rendered = {
  columns: viewColumns,
  version: sql`a.xmin || ' ' || ${tagIdsOf(sql`r.id`)}::text || ' ' || ${answersState}`,
};

/** Reads a response for its GET. */
export const readResponse = createCachedRead<ResponseView>({
  ...rendered,
  name: 'Response',
  from: sql`${viewTables} join projects p on p.id = r.project_id`,
  id: sql`r.id`,
  render: toResponse,
});

const listAsJson = createJsonPages<ResponseView>({
  ...rendered,
  render: (row) => JSON.stringify(toResponse(row)),
});

function listResponses(db: Db, name: string, scope: Sql, query: ResponseFilters) {
  const where = [scope, sql`r.simulated = ${query.simulated ?? false}`];
  if (query.status) where.push(among(sql`r.status`, query.status));
  if (query.test_id !== undefined) where.push(among(sql`r.test_id`, query.test_id));
  if (query.participant_id !== undefined) where.push(among(sql`r.participant_id`, query.participant_id));
  if (query.tag_id !== undefined) where.push(hasTag(sql`r.id`, query.tag_id));
  if (query.q)
    where.push(sql`(${contains(sql`a.name`, query.q)} or ${contains(sql`a.email`, query.q)} or exists (
      select 1 from answers x where x.response_id = r.id and ${contains(sql`x.text`, query.q)}))`);
  return listAsJson(db, {
    name,
    query,
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
