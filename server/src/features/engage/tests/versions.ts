import { notFound } from '../../../foundation/errors.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type ContentColumns, contentOf, type TestStatus, type VersionContent } from './content.ts';
import type { TestRow } from './store.ts';

/** A test as participants see it. */
export interface PublishedTest {
  id: string;
  project_id: string;
  workspace_id: string;
  workspace_name: string;
  workspace_timezone: string;
  status: TestStatus;
  /** The newest version. */
  version: number;
  content: VersionContent;
  completed_count: number;
}

export interface VersionRow {
  test_id: string;
  version: number;
  content: VersionContent;
  created_by: string | null;
  created_at: Date;
}

/** Freezes the content of the test as its version `test.version`. */
export async function insertVersion(tx: Db, test: TestRow, userId: string | null, now: Date): Promise<void> {
  await tx.query(sql`
    insert into test_versions (test_id, version, content, created_by, created_at)
    values (${test.id}, ${test.version}, ${JSON.stringify(contentOf(test))}::jsonb, ${userId}, ${now})`);
}

/**
 * The test with its newest version, for participants; undefined for a draft. A workspace has no timezone of its own: that of
 * its owner stands for it. `lock` may lock the test `t` and its project `p`.
 */
export async function findPublishedTest(
  db: Db,
  testId: string,
  lock: Sql = sql``,
): Promise<PublishedTest | undefined> {
  const [row] = await db.query<PublishedTest>(sql`
    select t.id, t.project_id, p.workspace_id, w.name as workspace_name, t.status, t.version, v.content,
           t.completed_count,
           coalesce((select u.timezone from users u where u.workspace_id = w.id and u.role = 'owner'
                      order by u.created_at, u.id limit 1), 'UTC') as workspace_timezone
      from tests t join projects p on p.id = t.project_id join workspaces w on w.id = p.workspace_id
      join test_versions v on v.test_id = t.id and v.version = t.version
     where t.id = ${testId} and p.deleted_at is null ${lock}`);
  return row;
}

/** The content of a version. Version 0 is the draft as it is now, for simulations. */
export async function getVersionContent(db: Db, testId: string, version: number): Promise<VersionContent> {
  if (version === 0) {
    const [test] = await db.query<ContentColumns>(sql`select * from tests where id = ${testId}`);
    if (!test) throw notFound('Test');
    return contentOf(test);
  }
  const [row] = await db.query<{ content: VersionContent }>(sql`
    select content from test_versions where test_id = ${testId} and version = ${version}`);
  if (!row) throw notFound('Version');
  return row.content;
}

export const listVersions = (db: Db, testId: string, query: ListQuery) =>
  listPage<VersionRow>(db, {
    name: `versions of ${testId}`,
    query,
    select: sql`select v.*`,
    from: sql`from test_versions v`,
    where: [sql`v.test_id = ${testId}`],
    sorts: { created_at: { column: sql`v.created_at`, type: 'timestamptz' } },
    defaultSort: '-created_at',
    id: sql`lpad(v.version::text, 10, '0')`,
  });

/** What a simulation answers: the newest version, or version 0 of a draft that was never published. */
export async function findCurrentContent(
  db: Db,
  testId: string,
): Promise<{ version: number; content: VersionContent } | undefined> {
  const [test] = await db.query<{ version: number }>(sql`
    select t.version from tests t join projects p on p.id = t.project_id
     where t.id = ${testId} and p.deleted_at is null`);
  return test && { version: test.version, content: await getVersionContent(db, testId, test.version) };
}
