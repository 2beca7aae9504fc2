import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { visibleTo } from '../../projects/index.ts';

interface ProjectStateRow {
  project_id: string;
  transcribing_count: number;
  study: {
    name: string;
    completed_count: number;
    target_participants: number | null;
    deadline: string | null;
  } | null;
}

const projectsMax = 12;

/** What goes on in the projects that home lists: the study that was published last and is open, and files that become transcripts. */
export const readProjectStates = (db: Db, principal: Researcher): Promise<ProjectStateRow[]> =>
  db.query<ProjectStateRow>(sql`
    select p.id as project_id,
           (select count(*)::integer from files f
             where f.project_id = p.id and f.transcription_status in ('requested', 'queued', 'running')) as transcribing_count,
           (select jsonb_build_object('name', t.name, 'completed_count', t.completed_count,
                     'target_participants', t.post_details -> 'target_participants', 'deadline', t.post_details -> 'deadline')
              from tests t where t.project_id = p.id and t.status = 'live'
             order by t.published_at desc, t.id desc limit 1) as study
      from projects p where ${visibleTo(principal)} and p.status = 'active'
     order by p.updated_at desc, p.id desc limit ${projectsMax}`);
