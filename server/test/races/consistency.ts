import { type Db, join, raw, sql } from '../../src/platform/database/index.ts';

const countedInProject = ['file', 'test', 'tag', 'note', 'card', 'lane', 'report', 'clip'];
const countedInTest = { invitations: 'invitation_count', engage_sessions: 'session_count' };
const targetTables = {
  file: 'files',
  segment: 'segments',
  note: 'notes',
  card: 'cards',
  clip: 'clips',
  response: 'responses',
  participant: 'participants',
};

/** Describes each stored value that contradicts the rows that it is derived from or refers to. */
export async function findContradictions(db: Db): Promise<string[]> {
  const checks = [
    ...countedInProject.map(
      (name) => sql`
        select p.id, ${`projects.${name}_count`} as value from projects p
         where p.${raw(`${name}_count`)} <> (select count(*) from ${raw(`${name}s`)} t where t.project_id = p.id)`,
    ),
    sql`
      select p.id, 'projects.response_count' from projects p
       where p.response_count <> (select count(*) from responses r where r.project_id = p.id and not r.simulated)`,
    sql`
      select t.id, 'tests.response_count' from tests t
       where t.response_count <> (select count(*) from responses r where r.test_id = t.id and not r.simulated)`,
    ...Object.entries(countedInTest).map(
      ([table, count]) => sql`
        select t.id, ${`tests.${count}`} from tests t
         where t.${raw(count)} <> (select count(*) from ${raw(table)} r where r.test_id = t.id and not r.simulated)`,
    ),
    sql`
      select t.id, 'tags.usage_count' from tags t
       where t.usage_count <> (select count(*) from taggings g where g.tag_id = t.id and g.status = 'accepted')`,
    ...Object.entries(targetTables).map(
      ([type, table]) => sql`
        select g.id, ${`taggings.target_id of a ${type}`} from taggings g
         where g.target_type = ${type} and not g.detached and not exists (
           select 1 from ${raw(table)} t where t.id = g.target_id and t.project_id = g.project_id)`,
    ),
    sql`
      select g.id, 'taggings.segment_id' from taggings g
       where g.segment_id is not null and not g.detached
         and not exists (select 1 from segments s where s.id = g.segment_id)`,
    sql`
      select g.id, 'taggings.tag_id' from taggings g join tags t on t.id = g.tag_id where t.project_id <> g.project_id`,
    sql`select c.id, 'cards.lane_id' from cards c join lanes l on l.id = c.lane_id where l.project_id <> c.project_id`,
    sql`select n.id, 'notes.file_id' from notes n join files f on f.id = n.file_id where f.project_id <> n.project_id`,
    sql`select c.id, 'clips.file_id' from clips c join files f on f.id = c.file_id where f.project_id <> c.project_id`,
    sql`
      select t.file_id, 'transcripts.project_id' from transcripts t join files f on f.id = t.file_id
       where f.project_id <> t.project_id`,
  ];
  const found = await db.query<{ id: string; value: string }>(sql`${join(checks, ' union all ')}`);
  return found.map(({ id, value }) => `${value} is wrong for ${id}`);
}
