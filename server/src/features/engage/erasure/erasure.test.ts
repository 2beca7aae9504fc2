import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startParley, until } from '../../../../test/harness.ts';
import { createPersonWithTraces, secret } from '../../../../test/person-with-traces.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { raw, sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);

let number = 0;
const newPerson = () => createPersonWithTraces(parley, ada, `mina${++number}@example.com`);

const receipt = {
  removed: { responses: 1, sessions: 1, files: 1, clips: 1, transcripts: 1, notes: 1, taggings: 1 },
  redacted: { cards: 1, reports: 1, notes: 1, messages: 1, jobs: 1, events: 1 },
};

/** The places of the table for operators. */
async function listDocumentedPlaces(): Promise<string[]> {
  const page = await readFile(
    new URL('../../../../../docs/self-hosting/operation.md', import.meta.url),
    'utf8',
  );
  const section = page.split('## After an erasure')[1] ?? '';
  return [...section.matchAll(/^\| `(\w+)`/gm)].map(([, place]) => place as string);
}

test('erases a person with their records, and returns the same receipt again', async () => {
  const person = await newPerson();
  const erased = await ada.post(`/v1/participants/${person.id}/erase`);
  expect(erased.status).toBe(200);
  expect(erased.body.data).toMatchObject({ id: person.id, ...receipt });
  expect(JSON.stringify(erased.body)).not.toContain('Ottokar');
  const places = erased.body.data.remaining.map(({ place }: { place: string }) => place);
  expect(places).toEqual(await listDocumentedPlaces());
  const again = await ada.post(`/v1/participants/${person.id}/erase`);
  expect(again.body).toEqual(erased.body);

  expect((await ada.get(`/v1/participants/${person.id}`)).body.data).toMatchObject({
    email: null,
    name: null,
    timezone: null,
    erased_at: erased.body.data.erased_at,
    consents: [{ test_id: person.test_id, withdrawn_at: erased.body.data.erased_at }],
  });
  expect((await ada.get(`/v1/files/${person.file}`)).status).toBe(404);
  expect((await ada.get(`/v1/engage/sessions/${person.session}`)).status).toBe(404);
  expect((await ada.get(`/v1/notes/${person.ownNote}`)).status).toBe(404);
  expect((await ada.get(`/v1/tests/${person.test_id}`)).body.data).toMatchObject({
    response_count: 0,
    completed_count: 0,
  });
  expect((await ada.get(`/v1/projects/${person.project_id}/taggings`)).body.data).toEqual([]);
});

test('redacts the words of the person in cards, notes, reports and chats, and leaves those of others', async () => {
  const person = await newPerson();
  await ada.post(`/v1/participants/${person.id}/erase`);
  const card = (await ada.get(`/v1/cards/${person.card}`)).body.data;
  expect(card.title).toBe('Letters: [removed]');
  expect(card.evidence).toMatchObject([
    { quote: '[removed]', speaker: null, source_deleted: true },
    { quote: '[removed]', speaker: null, source_deleted: true },
    { quote: 'I pay my rent on the first day of each month', source_deleted: false },
  ]);
  expect((await ada.get(`/v1/notes/${person.note}`)).body.data.body).toBe('Compare: “[removed]”.');
  const report = (await ada.get(`/v1/reports/${person.report}`)).body.data;
  expect(report.summary).toBe('One says: [removed].');
  expect(report.body_markdown).toBe(
    '## Letters\n\n> “[removed]”\n> — [removed] [cit_1]\n\n> “I pay my rent on the first day of each month”\n> — Someone [cit_2]\n\nThey say “[removed]” [cit_3]. Others would [removed] do it.',
  );
  expect(report.citations.map(({ quote }: { quote: string }) => quote)).toEqual([
    '[removed]',
    'I pay my rent on the first day of each month',
    '[removed]',
  ]);
  const first = await ada.get(`/v1/reports/${person.report}?revision=1`);
  const { summary, body_markdown, citations } = first.body.data;
  expect({ summary, body_markdown, citations }).toEqual({
    summary: report.summary,
    body_markdown: report.body_markdown,
    citations: report.citations,
  });
  const job = (await ada.get(`/v1/jobs/${person.job}`)).body.data;
  expect(job.result.content).toBe(report.body_markdown);
  expect(JSON.stringify(job)).not.toMatch(/Ottokar|Mina/);
  expect((await ada.get(`/v1/chats/${person.chat}`)).body.data).toMatchObject({
    title: 'Does [removed] rent?',
  });
});

test('leaves nothing in any table, apart from ids', async () => {
  const person = await newPerson();
  await ada.post(`/v1/participants/${person.id}/erase`);
  expect(await tablesWith(`mina${number}@example.com`, 'Ottokar reads every letter', 'Mina Petrov')).toEqual(
    [],
  );
  expect((await ada.get(`/v1/search?q=Ottokar&project_id=${person.project_id}`)).body.data).toEqual([]);
  const words = await parley.db.query(
    sql`select 1 from search_words where project_id = ${person.project_id} and word = 'ottokar'`,
  );
  expect(words).toEqual([]);
});

test('removes an interview that has no transcript yet, and its words elsewhere', async () => {
  const person = await newPerson();
  const said = 'The parcel was left in the rain and nobody rang the bell';
  await parley.db.query(sql`
    insert into interviews (session_id, response_id, language, started_at, last_turn_at)
    values (${person.session}, ${person.response}, 'en', now(), now())`);
  await parley.db.query(sql`
    insert into interview_turns (session_id, number, role, reading, text, client_turn, created_at)
    values (${person.session}, 1, 'participant', '{}', ${said}, 1, ${parley.clock.now()})`);
  const body = `Heard today: ${said}!`;
  const note = (await ada.post(`/v1/projects/${person.project_id}/notes`, { body })).body.data.id;
  await ada.post(`/v1/participants/${person.id}/erase`);
  expect((await ada.get(`/v1/notes/${note}`)).body.data.body).toBe('Heard today: [removed]!');
  expect(await tablesWith(said)).toEqual([]);
});

test('finishes an erasure whose request was interrupted', async () => {
  const person = await newPerson();
  const started = new Date(parley.clock.now().getTime() - 120_000);
  await parley.db.query(sql`
    insert into erasures (participant_id, project_id, workspace_id, names, started_at)
    values (${person.id}, ${person.project_id}, ${ada.workspace_id}, '{}', ${started})`);
  const node = await startParley({ sameDatabaseAs: parley, work: true });
  try {
    await until(async () => {
      const rows = await parley.db.query(
        sql`select 1 from erasures where participant_id = ${person.id} and finished_at is not null`,
      );
      return rows.length > 0;
    }, 'the erasure to be finished');
    expect((await ada.get(`/v1/engage/sessions/${person.session}`)).status).toBe(404);
  } finally {
    await node.stop();
  }
});

test('schedules the deletion of the bytes in the transaction that deletes the file', async () => {
  const person = await newPerson();
  await ada.post(`/v1/participants/${person.id}/erase`);
  const due = await parley.db.query(
    sql`select 1 from blob_deletions where prefix = ${`files/${person.file}/`} and due_at <= now()`,
  );
  expect(due).toHaveLength(1);
});

test('finishes an erasure that was interrupted after its first step', async () => {
  const person = await newPerson();
  // The first step was committed, and then the process was killed.
  await parley.db.query(sql`
    insert into erasures (participant_id, project_id, workspace_id, names, started_at)
    values (${person.id}, ${person.project_id}, ${ada.workspace_id}, ${['Mina Petrov', `mina${number}@example.com`]}, now())`);
  await parley.db.query(
    sql`update participants set name = null, email = null, erased_at = now() where id = ${person.id}`,
  );
  const { body } = await ada.post(`/v1/participants/${person.id}/erase`);
  expect(body.data).toMatchObject(receipt);
  expect(await tablesWith(secret, `mina${number}@example.com`)).toEqual(['tasks']);
});

/** The tables of which a row contains one of these texts. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const tables = await parley.db.query<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await parley.db.query<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${raw(name)} t`,
    );
    const all = rows.map(({ row }) => row + decodeBytes(row)).join('\n');
    if (texts.some((text) => all.includes(text))) found.push(name);
  }
  return found;
}

/** `bytea` columns are shown in hexadecimal. */
const decodeBytes = (row: string) =>
  [...row.matchAll(/\\+x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString()).join('\n');
