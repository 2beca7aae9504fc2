import { type Db, sql } from '../../../platform/database/index.ts';
import type { AnswerRow } from './answers.ts';
import { findFlags } from './quality-rules.ts';
import type { Quality, ResponseRow } from './store.ts';

/** The newest completed responses that a duration is compared with. It bounds the cost of a submission. */
const comparedMax = 200;

/** Rates a response when it is submitted. Flags say why; a response is never left out because of them. */
export async function rateQuality(
  tx: Db,
  response: Pick<ResponseRow, 'id' | 'test_id' | 'test_version' | 'duration_seconds' | 'simulated'>,
  answers: AnswerRow[],
): Promise<Quality> {
  return findFlags({
    answers,
    duration_seconds: response.duration_seconds ?? 0,
    others: await readOthers(tx, response),
    duplicates: await findDuplicates(tx, response, answers),
  });
}

async function readOthers(tx: Db, { test_id }: Pick<ResponseRow, 'test_id'>) {
  const [row] = await tx.query<{ n: number; median: number | null }>(sql`
    select count(*)::integer as n, percentile_cont(0.5) within group (order by duration_seconds) as median
      from (select duration_seconds from responses
             where test_id = ${test_id} and status = 'completed' and not simulated
             order by created_at desc, id desc limit ${comparedMax}) newest`);
  return { count: row?.n ?? 0, median_seconds: row?.median ?? null };
}

/** Long texts that another response to the test contains too, found by the index answers_by_text. */
async function findDuplicates(
  tx: Db,
  { id }: Pick<ResponseRow, 'id'>,
  answers: AnswerRow[],
): Promise<string[]> {
  const texts = answers.filter(
    ({ type, turn, text }) => type === 'open' && turn === 0 && (text?.length ?? 0) >= 20,
  );
  if (texts.length === 0) return [];
  // A lateral subquery with a limit: PostgreSQL must look each text up in the index, not compare it with all answers. The id of a
  // question occurs in one test only.
  const rows = await tx.query<{ question_id: string }>(sql`
    select k.question_id from jsonb_to_recordset(${JSON.stringify(texts.map(({ question_id, text }) => ({ question_id, text })))}::jsonb)
        as k (question_id ident, text text)
     cross join lateral (
       select 1 from answers a
        where a.question_id = k.question_id and md5(lower(a.text)) = md5(lower(k.text))
          and a.type = 'open' and a.turn = 0 and char_length(a.text) >= 20 and a.response_id <> ${id}
          and not (select r.simulated from responses r where r.id = a.response_id)
        limit 1) other`);
  return rows.map(({ question_id }) => question_id);
}
