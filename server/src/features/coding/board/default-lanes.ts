import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';
import type { DefaultLanes } from '../../registrations.ts';

const count = 4;

/** The lanes of a new board (spec §3.3). Names and colors are constants of the statement; only the ids are parameters. */
export const defaultLanes: DefaultLanes = {
  count,
  insert(tx, project) {
    const ids = Array.from({ length: count }, () => newId('lane', project.created_at.getTime()));
    tx.send(sql`
      insert into lanes (id, project_id, name, color, position, with_project, created_by, created_at, updated_at)
      select l.id, ${project.id}, l.name, l.color, l.position, true, ${project.created_by},
             ${project.created_at}::timestamptz, ${project.created_at}::timestamptz
        from (values
          (${ids[0]}, 'Observations', '#5B8DEF', 'a0'), (${ids[1]}, 'Themes', '#9B6BDF', 'a1'),
          (${ids[2]}, 'Insights', '#E0A13C', 'a2'), (${ids[3]}, 'Actions', '#3FA66B', 'a3')) as l (id, name, color, position)`);
  },
};
