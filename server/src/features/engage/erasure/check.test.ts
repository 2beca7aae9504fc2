import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { createPersonWithTraces } from '../../../../test/person-with-traces.ts';
import { openStorageOf } from '../../../../test/storage-of.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';
import { deleteDueBlobs } from '../../../platform/storage/deletions.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { checkParticipant } from './index.ts';

const parley = useParley();
const ada = useAccount(parley);
let storage: Storage;
beforeAll(async () => {
  storage = await openStorageOf(parley);
});

const secrets = ['Ottokar reads every letter', 'Mina Petrov'];
const check = (id: string, texts = secrets) => checkParticipant({ db: parley.db, storage }, id, texts);

let number = 0;
async function erasedPerson() {
  const email = `mina${++number}@example.com`;
  const person = await createPersonWithTraces(parley, ada, email);
  await ada.post(`/v1/participants/${person.id}/erase`);
  await deleteDueBlobs(parley.db, storage);
  return { ...person, email };
}

test('finds everything before the erasure and nothing after it', async () => {
  const person = await createPersonWithTraces(parley, ada, 'before@example.com');
  const before = await check(person.id, [...secrets, 'before@example.com']);
  expect(before.clean).toBe(false);
  const tables = new Set(before.leftovers.map(({ table }) => table));
  for (const table of [
    'answers',
    'cards',
    'chat_messages',
    'events',
    'notes',
    'participants',
    'reports',
    'segments',
    'tasks',
  ])
    expect(tables).toContain(table);

  await ada.post(`/v1/participants/${person.id}/erase`);
  const scheduled = await check(person.id);
  expect(scheduled.blobs.length).toBeGreaterThan(0);
  expect(scheduled).toMatchObject({ clean: false, leftovers: [], blobs_scheduled: scheduled.blobs });
  await deleteDueBlobs(parley.db, storage);
  expect(await check(person.id, [...secrets, 'before@example.com'])).toMatchObject({
    clean: true,
    leftovers: [],
    blobs: [],
  });
});

test('finds a leftover in a text, in JSON, in the body of an event, and among the blobs', async () => {
  const person = await erasedPerson();
  expect((await check(person.id)).clean).toBe(true);
  const { db } = parley;

  const note = (await ada.post(`/v1/projects/${person.project_id}/notes`, { body: `Ask “${secrets[1]}”` }))
    .body;
  const inText = await check(person.id);
  expect(inText.clean).toBe(false);
  expect(inText.leftovers).toContainEqual({ table: 'notes', rows: 1, what: 'contains 2' });
  await ada.delete(`/v1/notes/${note.data.id}`);

  await db.query(sql`update participants set metadata = '{"crm": "7"}' where id = ${person.id}`);
  expect((await check(person.id)).leftovers).toEqual([
    { table: 'participants', rows: 1, what: 'the person' },
  ]);
  await db.query(sql`update participants set metadata = '{}' where id = ${person.id}`);

  await db.query(sql`
    insert into notes (id, project_id, body, pinned, response_id, created_at, updated_at)
    values (${newId('note', Date.now())}, ${person.project_id}, 'By id', false, ${person.response}, now(), now())`);
  expect((await check(person.id)).leftovers).toEqual([{ table: 'notes', rows: 1, what: 'ids' }]);
  await db.query(sql`delete from notes where body = 'By id'`);

  const event = newId('event', Date.now());
  await db.query(sql`
    insert into events (id, workspace_id, project_id, type, body, created_at)
    values (${event}, ${ada.workspace_id}, ${person.project_id}, 'x',
      ${Buffer.from(JSON.stringify({ name: 'Größe "Ä" of Mina Petrov' }))}, now())`);
  const inBytes = await check(person.id, ['größe "Ä" of mina']);
  expect(inBytes.leftovers).toEqual([{ table: 'events', rows: 1, what: 'contains 1' }]);
  await db.query(sql`delete from events where id = ${event}`);

  await storage.put(`files/${person.file}/forgotten`, Readable.from([Buffer.from('x')]));
  expect(await check(person.id)).toMatchObject({
    clean: false,
    blobs: [`files/${person.file}/forgotten`],
    blobs_scheduled: [],
  });
});

test('explains a leftover in a column that erasures do not redact', async () => {
  const person = await erasedPerson();
  expect((await check(person.id)).exempt).toEqual([]);
  await parley.db.query(sql`
    insert into webhooks (id, workspace_id, created_by, url, events, secret, created_at, updated_at)
    values (${newId('webhook', Date.now())}, ${ada.workspace_id}, ${ada.user_id}, 'https://example.com/Mina Petrov', '{}',
      ${Buffer.from('x')}, now(), now())`);
  expect(await check(person.id)).toMatchObject({
    clean: false,
    leftovers: [{ table: 'webhooks', rows: 1, what: 'contains 2' }],
    exempt: [{ column: 'webhooks.url', reason: expect.stringContaining('receivers') }],
  });
  await parley.db.query(sql`delete from webhooks`);
});

test('reports a participant who is not erased or does not exist as not clean', async () => {
  const person = await createPersonWithTraces(parley, ada, 'present@example.com');
  expect((await check(person.id, [])).clean).toBe(false);
  expect(await check(newId('participant', Date.now()), [])).toMatchObject({ clean: false, erased_at: null });
});
