import { type Db, sql } from '../../../platform/database/index.ts';

/** Statements behind the results of a test. Each reads the answers of the test once, whatever the number of questions. */

export interface ResponseCounts {
  started: number;
  in_progress: number;
  completed: number;
  screened_out: number;
  abandoned: number;
  flagged: number;
  median_duration_seconds: number | null;
}

export async function countByStatus(db: Db, testId: string): Promise<ResponseCounts> {
  const [row] = await db.query<ResponseCounts>(sql`
    select count(*)::integer as started,
           (count(*) filter (where status = 'in_progress'))::integer as in_progress,
           (count(*) filter (where status = 'completed'))::integer as completed,
           (count(*) filter (where status = 'screened_out'))::integer as screened_out,
           (count(*) filter (where status = 'abandoned'))::integer as abandoned,
           (count(*) filter (where status = 'completed' and jsonb_array_length(quality -> 'flags') > 0))::integer as flagged,
           percentile_cont(0.5) within group (order by duration_seconds)
             filter (where status = 'completed') as median_duration_seconds
      from responses where test_id = ${testId} and not simulated`);
  return row as ResponseCounts;
}

export interface QuestionSummary {
  question_id: string;
  answered: number;
  skipped: number;
  mean: number | null;
  median: number | null;
  median_duration_seconds: number | null;
}

/** Answers of completed responses. Follow-up questions are not counted. */
const counted = (testId: string) => sql`
  responses r join answers a on a.response_id = r.id
   where r.test_id = ${testId} and r.status = 'completed' and not r.simulated and a.turn = 0`;

const number = sql`case when jsonb_typeof(a.value) = 'number' then (a.value #>> '{}')::double precision end`;

export const summarizeQuestions = (db: Db, testId: string): Promise<QuestionSummary[]> =>
  db.query<QuestionSummary>(sql`
    select a.question_id, (count(*) filter (where not a.skipped))::integer as answered,
           (count(*) filter (where a.skipped))::integer as skipped, avg(${number}) as mean,
           percentile_cont(0.5) within group (order by ${number}) as median,
           percentile_cont(0.5) within group (order by a.duration_seconds) as median_duration_seconds
      from ${counted(testId)} group by a.question_id`);

export interface ValueCount {
  question_id: string;
  /** The id of an option, or the value as text. */
  key: string;
  count: number;
  /** For rankings: the mean place of the option, where 1 is the first. */
  mean_rank: number | null;
}

export const countValues = (db: Db, testId: string): Promise<ValueCount[]> =>
  db.query<ValueCount>(sql`
    select a.question_id, o.id as key, count(*)::integer as count,
           avg(o.place) filter (where a.type = 'ranking')::double precision as mean_rank
      from responses r join answers a on a.response_id = r.id
      cross join lateral unnest(a.option_ids) with ordinality as o (id, place)
     where r.test_id = ${testId} and r.status = 'completed' and not r.simulated and a.turn = 0
     group by a.question_id, o.id
    union all
    select a.question_id, a.value #>> '{}', count(*)::integer, null
      from ${counted(testId)} and a.type in ('rating', 'nps', 'yes_no') and not a.skipped
     group by a.question_id, a.value`);

export interface ScreenerCount {
  question_id: string;
  reached: number;
  screened_out: number;
}

/** All responses, because those that were screened out answered the screener only. */
export const countScreener = (db: Db, testId: string): Promise<ScreenerCount[]> =>
  db.query<ScreenerCount>(sql`
    with answered as (
      select a.question_id, r.status, a.response_id,
             row_number() over (partition by a.response_id order by a.updated_at desc, a.created_at desc, a.id desc) as from_end
        from responses r join answers a on a.response_id = r.id
       where r.test_id = ${testId} and not r.simulated and a.in_screener and a.turn = 0)
    select question_id, count(*)::integer as reached,
           (count(*) filter (where status = 'screened_out' and from_end = 1))::integer as screened_out
      from answered group by question_id`);

/** Responses that passed the screener: they are completed or answered a question after it. */
export async function countQualified(db: Db, testId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*)::integer as n from responses r
     where r.test_id = ${testId} and not r.simulated and r.status <> 'screened_out'
       and (r.status = 'completed' or exists (
         select 1 from answers a where a.response_id = r.id and not a.in_screener))`);
  return row?.n ?? 0;
}
