import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { QuestionNumbers, WrittenFilter } from '../../evidence/index.ts';

interface OptionRow {
  test_id: string;
  question_id: string;
  question: string;
  type: string;
  text: string;
  count: number;
  /** Answers that have this option in the first place. Each answer has exactly one. */
  first_count: number;
  mean_place: number;
}

/** Bounds the length of a report. */
const rowsMax = 1_000;

/** Counts the choices, rankings and ratings of responses, by question in the order of the test. */
export async function countChoices(db: Db, responseIds: string[]): Promise<QuestionNumbers[]> {
  if (responseIds.length === 0) return [];
  return count(db, sql`r.id = any(${responseIds}::text[])`);
}

/** Questions whose numbers one answer shows. */
const questionsMax = 3;

/** Counts the choices of the questions that contain the terms, those with the most terms first. */
export async function countAbout(
  db: Db,
  { project_id, test_ids }: Pick<WrittenFilter, 'project_id' | 'test_ids'>,
  terms: Sql,
  termsMin: number,
): Promise<QuestionNumbers[]> {
  const questions = await db.query<{ question_id: string }>(sql`
    with t as materialized (${terms}),
    matched as (
      select q.item ->> 'id' as question_id, x.created_at, x.id, q.place,
          (select count(*)::integer from t where search_vector(null, concat_ws(' ', q.item ->> 'text',
            (select string_agg(o ->> 'text', ' ') from jsonb_array_elements(q.item -> 'options') o))) @@ t.query) as terms
        from tests x cross join lateral jsonb_array_elements(x.questions) with ordinality as q (item, place)
       where x.project_id = ${project_id} and (${test_ids ?? null}::text[] is null or x.id = any(${test_ids ?? []}::text[]))
         and q.item ->> 'type' in ('single_choice', 'multi_choice', 'ranking', 'rating', 'nps', 'yes_no'))
    select question_id from matched where terms >= ${termsMin}
     order by terms desc, created_at desc, id, place limit ${questionsMax}`);
  const ids = questions.map(({ question_id }) => question_id);
  if (ids.length === 0) return [];
  const numbers = await count(
    db,
    sql`r.project_id = ${project_id} and r.status = 'completed' and not r.simulated
      and a.question_id = any(${ids}::text[])`,
  );
  return numbers.sort((a, b) => ids.indexOf(a.question_id) - ids.indexOf(b.question_id));
}

async function count(db: Db, where: Sql): Promise<QuestionNumbers[]> {
  const rows = await db.query<OptionRow>(sql`
    with counted as (
      select r.test_id, a.question_id, max(a.question) as question, a.type, o.text, count(*)::integer as count,
          (count(*) filter (where o.place = 1))::integer as first_count, avg(o.place)::double precision as mean_place
        from responses r join answers a on a.response_id = r.id
        cross join lateral jsonb_array_elements_text(
          case when jsonb_typeof(a.value) = 'array' then a.value else jsonb_build_array(a.text) end)
          with ordinality as o (text, place)
       where ${where} and a.turn = 0 and not a.skipped
         and a.type in ('single_choice', 'multi_choice', 'ranking', 'rating', 'nps', 'yes_no')
       group by r.test_id, a.question_id, a.type, o.text)
    select c.test_id, c.question_id, c.question, c.type, c.text, c.count, c.first_count, c.mean_place
      from counted c join tests t on t.id = c.test_id
      left join lateral (
        select e.place from jsonb_array_elements(t.questions) with ordinality as e (item, place)
         where e.item ->> 'id' = c.question_id limit 1) q on true
     order by t.created_at, t.id, q.place nulls first, c.question_id, c.count desc, c.text
     limit ${rowsMax}`);
  return [...Map.groupBy(rows, ({ question_id }) => question_id).values()].map(toNumbers);
}

const isRated = (type: string) => type === 'rating' || type === 'nps';

function toNumbers(rows: OptionRow[]): QuestionNumbers {
  const [{ test_id, question_id, question, type }] = rows as [OptionRow, ...OptionRow[]];
  const answered = rows.reduce((sum, { first_count }) => sum + first_count, 0);
  const total = rows.reduce((sum, { text, count }) => sum + Number(text) * count, 0);
  const options = isRated(type)
    ? rows.toSorted((a, b) => Number(a.text) - Number(b.text))
    : type === 'ranking'
      ? rows.toSorted((a, b) => a.mean_place - b.mean_place)
      : rows;
  return {
    test_id,
    question_id,
    question,
    type,
    answered,
    mean: isRated(type) ? total / answered : null,
    options,
  };
}
