import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns, type ProjectRecords, visibleTo } from '../../projects/index.ts';
import type { UseOfFile } from '../../registrations.ts';
import { openLinkOf } from '../participants/index.ts';
import type {
  Consent,
  Moderator,
  PostDetails,
  Scheduling,
  Screener,
  TestStatus,
  TestType,
} from './content.ts';
import type { Question } from './question.ts';

export interface TestRow {
  id: string;
  project_id: string;
  name: string;
  type: TestType;
  status: TestStatus;
  description: string | null;
  questions: Question[];
  post_details: Partial<PostDetails>;
  screener: Screener | null;
  consent: Consent | null;
  moderator: Moderator | null;
  scheduling: Scheduling | null;
  redirect_url: string | null;
  /** The newest published version; 0 for a draft. */
  version: number;
  response_count: number;
  completed_count: number;
  screened_out_count: number;
  invitation_count: number;
  session_count: number;
  median_duration_seconds: number | null;
  /** The sealed open link; null for a draft. */
  share_link: Buffer | null;
  published_at: Date | null;
  closed_at: Date | null;
  metadata: Record<string, string>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Simulated responses do not count. The index responses_by_duration has what the median needs. */
const medianDuration = sql`(
  select round((percentile_cont(0.5) within group (order by r.duration_seconds))::numeric, 3)::double precision
    from responses r
   where r.test_id = t.id and r.status = 'completed' and not r.simulated)`;

/** The columns of `TestRow` for a test `t`. */
const testColumns = sql`
  t.id, t.project_id, t.name, t.type, t.status, t.description, t.questions, t.post_details, t.screener, t.consent,
  t.moderator, t.scheduling, t.redirect_url, t.version, t.response_count, t.completed_count, t.screened_out_count,
  t.invitation_count, t.session_count, t.published_at, t.closed_at, t.metadata, t.created_by, t.created_at, t.updated_at,
  case when t.completed_count > 0 then ${medianDuration} end as median_duration_seconds,
  ${openLinkOf(sql`t.id`)} as share_link`;

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

export async function insertTest(tx: Db, test: TestRow): Promise<void> {
  await tx.query(sql`
    insert into tests (id, project_id, name, type, status, description, questions, post_details, screener, consent,
      moderator, scheduling, redirect_url, metadata, created_by, created_at, updated_at)
    values (${test.id}, ${test.project_id}, ${test.name}, ${test.type}, ${test.status}, ${test.description},
      ${json(test.questions)}::jsonb, ${json(test.post_details)}::jsonb, ${json(test.screener)}::jsonb,
      ${json(test.consent)}::jsonb, ${json(test.moderator)}::jsonb, ${json(test.scheduling)}::jsonb,
      ${test.redirect_url}, ${json(test.metadata)}::jsonb, ${test.created_by}, ${test.created_at}, ${test.updated_at})`);
}

export type TestWithAccess = TestRow & Access & { workspace_id: string };

/** Finds a test with its access columns, in one round trip. */
export async function findTest(
  db: Db,
  principal: Researcher,
  testId: string,
  lock: Sql = sql``,
): Promise<TestWithAccess | undefined> {
  const [row] = await db.query<TestWithAccess>(sql`
    select ${testColumns}, p.workspace_id, ${accessColumns} from tests t join projects p on p.id = t.project_id
     where t.id = ${testId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

/** Other changes of the test wait; answers of participants do not. The project cannot be deleted meanwhile. */
export const lockForChange = sql`for no key update of t for key share of p`;

export async function saveTest(tx: Db, test: TestRow): Promise<void> {
  await tx.query(sql`
    update tests set name = ${test.name}, type = ${test.type}, description = ${test.description},
      questions = ${json(test.questions)}::jsonb, post_details = ${json(test.post_details)}::jsonb,
      screener = ${json(test.screener)}::jsonb, consent = ${json(test.consent)}::jsonb,
      moderator = ${json(test.moderator)}::jsonb, scheduling = ${json(test.scheduling)}::jsonb,
      redirect_url = ${test.redirect_url}, metadata = ${json(test.metadata)}::jsonb, status = ${test.status},
      version = ${test.version}, published_at = ${test.published_at}, closed_at = ${test.closed_at},
      updated_at = ${test.updated_at}
     where id = ${test.id}`);
}

export async function removeTest(tx: Db, testId: string): Promise<void> {
  await tx.query(sql`delete from tests where id = ${testId}`);
}

/** One statement: several nodes may run it at the same time. */
export async function closeTestsDueBy(db: Db, day: string, now: Date): Promise<void> {
  await db.query(sql`
    update tests set status = 'closed', closed_at = ${now}, updated_at = ${now}
     where id in (
       select id from tests
        where status in ('live', 'paused') and post_details ->> 'deadline' is not null
          and post_details ->> 'deadline' <= ${day}
        order by id for no key update skip locked)`);
}

interface TestFilters extends ListQuery {
  project_id?: string;
  type?: string;
  status?: string;
  q?: string;
}

export const listTests = (db: Db, projectId: string, query: TestFilters) =>
  listMatching(db, `tests ${projectId}`, sql`from tests t`, sql`t.project_id = ${projectId}`, query);

/** The tests of all projects that are shared with the researcher. */
export const listVisibleTests = (db: Db, principal: Researcher, query: TestFilters) =>
  listMatching(
    db,
    `visible tests ${principal.user_id}`,
    sql`from tests t join projects p on p.id = t.project_id`,
    visibleTo(principal),
    query,
  );

function listMatching(db: Db, name: string, from: Sql, scope: Sql, query: TestFilters) {
  const where = [scope];
  if (query.project_id) where.push(among(sql`t.project_id`, query.project_id));
  if (query.type) where.push(among(sql`t.type`, query.type));
  if (query.status) where.push(among(sql`t.status`, query.status));
  if (query.q)
    where.push(sql`(${contains(sql`t.name`, query.q)} or ${contains(sql`t.description`, query.q)})`);
  return listPage<TestRow>(db, {
    name,
    query,
    select: sql`select ${testColumns}`,
    from,
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

export const testUses: UseOfFile = {
  names: ['test', 'tests'],
  count: ({ id, project_id }) => sql`
    select count(*)::integer from tests where project_id = ${project_id}
      and questions @> ${JSON.stringify([{ media_file_id: id }])}::jsonb`,
};

export const testRecords: ProjectRecords = {
  kind: 'test',
  rows: sql`select id, project_id, null::text as file_id from tests`,
};
