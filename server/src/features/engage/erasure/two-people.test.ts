import { expect, test } from 'vitest';
import { createPersonWithTraces, secret } from '../../../../test/person-with-traces.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { findOrCreateParticipant } from '../participants/index.ts';

const parley = useParley();
const ada = useAccount(parley);

const text =
  'Mary Ann Lee met Ann Lee. Ann Lee’s idea, MARY ANN LEE’s plan; Annabelle Leeds and Jo-Ann Leeway stay.';

async function twoPeople() {
  const project_id = (await ada.post('/v1/projects', { name: 'Two', description: text })).body.data.id;
  const ids: string[] = [];
  for (const name of ['Ann Lee', 'Mary Ann Lee']) {
    const person = { project_id, email: null, name, timezone: null, locale: null, simulated: false };
    ids.push((await findOrCreateParticipant(parley.db, person, parley.clock.now())).id);
  }
  const note = (await ada.post(`/v1/projects/${project_id}/notes`, { body: text })).body.data.id;
  const card = (await ada.post(`/v1/projects/${project_id}/cards`, { title: 'x', body: text })).body.data.id;
  const read = async () => [
    (await ada.get(`/v1/projects/${project_id}`)).body.data.description,
    (await ada.get(`/v1/notes/${note}`)).body.data.body,
    (await ada.get(`/v1/cards/${card}`)).body.data.body,
  ];
  const erase = async (id: string | undefined) =>
    expect((await ada.post(`/v1/participants/${id}/erase`)).status).toBe(200);
  return { ids, read, erase };
}

const rest =
  '[removed] met [removed]. [removed]’s idea, [removed]’s plan; Annabelle Leeds and Jo-Ann Leeway stay.';

test('erasures of two people whose names share words leave nothing of either, at the same time', async () => {
  const { ids, read, erase } = await twoPeople();
  await Promise.all(ids.map(erase));
  expect(await read()).toEqual([rest, rest, rest]);
});

test('erasures of two people whose names share words leave nothing of either, one after the other', async () => {
  const { ids, read, erase } = await twoPeople();
  await erase(ids[0]);
  // The name of the other person remains until that person is erased.
  expect((await read())[0]).toContain('Mary Ann Lee met [removed].');
  await erase(ids[1]);
  expect(await read()).toEqual([rest, rest, rest]);
});

test('the erasure of a person whose name is the address of another leaves the texts with that address', async () => {
  const body = 'Ask tom@example.com, not eve@example.com.';
  const project_id = (await ada.post('/v1/projects', { name: 'Typed names', description: body })).body.data
    .id;
  const create = async (email: string, name: string) => {
    const person = { project_id, email, name, timezone: null, locale: null, simulated: false };
    return (await findOrCreateParticipant(parley.db, person, parley.clock.now())).id;
  };
  await create('tom@example.com', 'Tom');
  const eve = await create('eve@example.com', ' Tom@example.com');
  expect((await ada.post(`/v1/participants/${eve}/erase`)).status).toBe(200);
  expect((await ada.get(`/v1/projects/${project_id}`)).body.data.description).toBe(
    'Ask tom@example.com, not [removed].',
  );
});

test('removes a file and redacts a text that were saved between the two passes', async () => {
  const person = await createPersonWithTraces(parley, ada, 'late@example.com');
  await parley.db.query(sql`
    create function save_late() returns trigger language plpgsql as $$
    begin
      insert into files select (jsonb_populate_record(f, jsonb_build_object('id', 'fil_late', 'session_id', old.id))).*
        from files f where f.session_id is null limit 1;
      insert into notes (id, project_id, body, pinned, created_at, updated_at)
        select 'not_late', old.project_id, (select body from late_text), false, now(), now();
      return null;
    end $$`);
  await parley.db.query(sql`create table late_text as select ${`Heard: ${secret}.`}::text as body`);
  await parley.db.query(sql`
    create trigger save_late after delete on engage_sessions for each row execute function save_late()`);
  try {
    expect((await ada.post(`/v1/participants/${person.id}/erase`)).status).toBe(200);
    expect(await parley.db.query(sql`select 1 from files where id = 'fil_late'`)).toEqual([]);
    expect(await parley.db.query(sql`select body from notes where id = 'not_late'`)).toEqual([
      { body: 'Heard: [removed].' },
    ]);
  } finally {
    await parley.db.query(sql`drop trigger save_late on engage_sessions`);
    await parley.db.query(sql`drop table late_text`);
  }
});
