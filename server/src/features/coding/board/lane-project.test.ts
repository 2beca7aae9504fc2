import { expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

/** Triggers and not a foreign key connect a lane to its project. */

const parley = useParley();
const ada = useAccount(parley);

test('the database refuses a lane without a project', async () => {
  const now = new Date();
  const absent = newId('project', now.getTime());
  const inserting = parley.db.query(sql`
    insert into lanes (id, project_id, name, position, created_at, updated_at)
    values (${newId('lane', now.getTime())}, ${absent}, 'Lost', 'a0', ${now}, ${now})`);
  await expect(inserting).rejects.toMatchObject({ code: '23503' });
});

test('lanes and their cards are deleted with their project', async () => {
  const project = (await ada.post('/v1/projects', { name: 'Going' })).body.data.id as string;
  const other = (await ada.post('/v1/projects', { name: 'Staying' })).body.data.id as string;
  await ada.post(`/v1/projects/${project}/lanes`, { name: 'A fifth' });
  const [lane] = (await ada.get(`/v1/projects/${project}/lanes`)).body.data;
  await ada.post(`/v1/projects/${project}/cards`, { title: 'A card', lane_id: lane.id });
  const count = async (id: string) => {
    const [row] = await parley.db.query<{ lanes: number; cards: number }>(sql`
      select (select count(*) from lanes where project_id = ${id}) as lanes,
             (select count(*) from cards where project_id = ${id}) as cards`);
    return row;
  };
  expect(await count(project)).toEqual({ lanes: 5, cards: 1 });
  await parley.db.query(sql`delete from projects where id = ${project}`);
  expect(await count(project)).toEqual({ lanes: 0, cards: 0 });
  expect(await count(other)).toEqual({ lanes: 4, cards: 0 });
});
