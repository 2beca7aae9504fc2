import { type Sql, sql } from '../../../platform/database/index.ts';

/**
 * A query of what participants answered in a test of the project, with the row and the column of each answer. Follow-up answers
 * belong to their question. As in the results of a test, only completed responses count.
 */
export const answers = (projectId: string, testId: string): Sql => sql`
  select 'answer' as type, n.id::text as id, n.created_at, a.id::text as row_id,
      coalesce(nullif(btrim(a.name), ''), a.email, 'Participant ' || r.number) as row_label,
      n.question_id::text as column_id, coalesce(q.question ->> 'text', n.question) as column_label, q.place as column_place,
      n.file_id::text as file_id, f.name as file_name, f.kind as file_kind, null::text as segment_id, r.id::text as response_id, n.text as quote, a.name as speaker,
      null::double precision as start_seconds, null::double precision as end_seconds, f.duration_seconds as seconds,
      (f.sentiment ->> 'score')::double precision as score
    from responses r join tests t on t.id = r.test_id join participants a on a.id = r.participant_id
    join answers n on n.response_id = r.id
    left join files f on f.id = n.file_id
    left join lateral (
      select e.question, e.place from jsonb_array_elements(t.questions) with ordinality as e (question, place)
       where e.question ->> 'id' = n.question_id limit 1) q on true
   where r.test_id = ${testId} and r.project_id = ${projectId} and r.status = 'completed' and not r.simulated
     and not n.in_screener and not n.skipped and n.type <> 'statement'`;
