import { type Db, sql } from '../../../platform/database/index.ts';
import type { TestType } from '../../engage/tests/index.ts';
import { isInterviewer } from '../interviewers.ts';

export interface StudyRow {
  id: string;
  name: string;
  type: TestType;
  status: 'live' | 'paused';
  completed_count: number;
  target_participants: number | null;
  deadline: string | null;
  next_session_at: Date | null;
  study_count: number;
}

export const readOpenStudies = (db: Db, projectId: string, now: Date, limit: number): Promise<StudyRow[]> =>
  db.query<StudyRow>(sql`
    select t.id, t.name, t.type, t.status, t.completed_count,
           (t.post_details ->> 'target_participants')::integer as target_participants, t.post_details ->> 'deadline' as deadline,
           (select min(e.scheduled_start_at) from engage_sessions e
             where e.test_id = t.id and e.kind = 'live' and e.status in ('scheduled', 'waiting', 'in_progress')
               and e.scheduled_end_at > ${now}) as next_session_at,
           (count(*) over ())::integer as study_count
      from tests t where t.project_id = ${projectId} and t.status in ('live', 'paused')
     order by t.published_at desc, t.id desc limit ${limit}`);

interface PeopleRow {
  participant_count: number;
  speaker_count: number;
  studies: { id: string; name: string; count: number }[];
}

/** Who took part: participants who finished something, and the speakers of recordings that belong to no study. */
export async function readPeople(db: Db, projectId: string, studiesMax: number): Promise<PeopleRow> {
  const [row] = await db.query<PeopleRow>(sql`
    with took_part as materialized (
      select r.participant_id, r.test_id from responses r
       where r.project_id = ${projectId} and r.status = 'completed' and not r.simulated
      union
      select e.participant_id, e.test_id from engage_sessions e
       where e.project_id = ${projectId} and e.status = 'completed' and not e.simulated
    )
    select (select count(distinct participant_id)::integer from took_part) as participant_count,
           (select count(distinct (f.id, v.id))::integer from files f join transcripts t on t.file_id = f.id
             cross join lateral (
               select x ->> 'id' as id, x ->> 'label' as label, x ->> 'role' as role from jsonb_array_elements(t.speakers) x
             ) v
             where f.project_id = ${projectId} and f.response_id is null and f.session_id is null
               and not coalesce(${isInterviewer}, false)) as speaker_count,
           (select coalesce(jsonb_agg(y order by y.count desc, y.id), '[]'::jsonb) from (
              select s.id, s.name, count(distinct p.participant_id)::integer as count
                from took_part p join tests s on s.id = p.test_id
               group by s.id order by count desc, s.id limit ${studiesMax}) y) as studies`);
  return row ?? { participant_count: 0, speaker_count: 0, studies: [] };
}
