import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns } from '../../projects/index.ts';
import type { Question } from './question.ts';

export const testTypes = ['survey', 'ai_survey', 'ai_interview', 'live_interview'] as const; // spec §7.1
export const testStatuses = ['draft', 'live', 'paused', 'closed'] as const; // spec §7.1

export interface TestRow {
  id: string;
  project_id: string;
  name: string;
  type: (typeof testTypes)[number];
  status: (typeof testStatuses)[number];
  description: string | null;
  questions: Question[];
  response_count: number;
  completed_count: number;
  screened_out_count: number;
  published_at: Date | null;
  closed_at: Date | null;
  metadata: Record<string, string>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export async function insertTest(tx: Db, test: TestRow): Promise<void> {
  await tx.query(sql`
    insert into tests (id, project_id, name, type, status, description, questions, metadata, created_by, created_at,
      updated_at)
    values (${test.id}, ${test.project_id}, ${test.name}, ${test.type}, ${test.status}, ${test.description},
      ${JSON.stringify(test.questions)}::jsonb, ${JSON.stringify(test.metadata)}::jsonb, ${test.created_by},
      ${test.created_at}, ${test.updated_at})`);
}

/** Finds a test with its access columns, in one round trip. */
export async function findTest(
  db: Db,
  principal: Researcher,
  testId: string,
  lock: Sql = sql``,
): Promise<(TestRow & Access) | undefined> {
  const [row] = await db.query<TestRow & Access>(sql`
    select t.*, ${accessColumns} from tests t join projects p on p.id = t.project_id
     where t.id = ${testId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

export async function saveTest(tx: Db, test: TestRow): Promise<void> {
  await tx.query(sql`
    update tests set name = ${test.name}, type = ${test.type}, description = ${test.description},
      questions = ${JSON.stringify(test.questions)}::jsonb, metadata = ${JSON.stringify(test.metadata)}::jsonb,
      updated_at = ${test.updated_at}
     where id = ${test.id}`);
}

export async function removeTest(tx: Db, testId: string): Promise<void> {
  await tx.query(sql`delete from tests where id = ${testId}`);
}

interface TestFilters extends ListQuery {
  type?: string;
  status?: string;
  q?: string;
}

export async function listTests(db: Db, projectId: string, query: TestFilters) {
  const where = [sql`t.project_id = ${projectId}`];
  if (query.type) where.push(among(sql`t.type`, query.type));
  if (query.status) where.push(among(sql`t.status`, query.status));
  if (query.q)
    where.push(sql`(${contains(sql`t.name`, query.q)} or ${contains(sql`t.description`, query.q)})`);
  return listPage<TestRow>(db, {
    name: `tests ${projectId}`,
    query,
    select: sql`select t.*`,
    from: sql`from tests t`,
    where,
    sorts: {
      created_at: { column: sql`t.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`t.updated_at`, type: 'timestamptz' },
      name: { column: sql`lower(t.name) collate "C"`, type: 'text' },
    },
    defaultSort: '-created_at',
    id: sql`t.id`,
  });
}
