import { expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';
import { findOrCreateParticipant } from '../participants/index.ts';

const parley = useParley({ work: true });
const ada = useAccount(parley);

const said = [
  'The quarterly planning spreadsheet is confusing for the whole team.',
  'I hate the planning spreadsheet because it loses my changes.',
  'Planning takes us two days, and the spreadsheet is slow.',
  'The spreadsheet crashes when I add a column for planning.',
];

/** One long poll ends after 30 seconds. On a busy machine a report takes longer. */
async function untilEnded(jobId: string) {
  for (;;) {
    const { data } = (await ada.get(`/v1/jobs/${jobId}?wait_seconds=30`)).body;
    if (data.status === 'succeeded' || data.status === 'failed') return data;
  }
}

test('a report and an answer that were generated from a talk keep neither the name nor the words', async () => {
  const project_id = (await ada.post('/v1/projects', { name: 'Plans' })).body.data.id;
  const now = parley.clock.now();
  const { id: testId } = (
    await ada.post(`/v1/projects/${project_id}/tests`, {
      name: 'How teams plan',
      type: 'survey',
      questions: [{ type: 'open', text: 'How?' }],
    })
  ).body.data;
  const person = { project_id, email: 'xan@example.com', name: 'Xan', timezone: null, locale: null };
  const { id } = await findOrCreateParticipant(parley.db, { ...person, simulated: false }, now);
  const session = newId('session', now.getTime());
  await parley.db.query(sql`
    insert into engage_sessions (id, project_id, test_id, test_version, participant_id, kind, status, created_at, updated_at)
    values (${session}, ${project_id}, ${testId}, 1, ${id}, 'live', 'completed', ${now}, ${now})`);
  const segments = said.map((text, i) => ({
    speaker: 'Xan',
    start_seconds: i * 6,
    end_seconds: i * 6 + 5,
    text,
  }));
  const file = await ada.post(`/v1/projects/${project_id}/files`, {
    name: 'How teams plan – Xan',
    transcript: { segments },
  });
  await parley.db.query(sql`update files set session_id = ${session} where id = ${file.body.data.id}`);

  const finished = async (path: string, body: object) => {
    const job = (await ada.post(`/v1/projects/${project_id}/${path}`, body)).body.data;
    return untilEnded(job.id);
  };
  const report = await finished('reports', { prompt: 'What is hard about planning?' });
  const chat = await finished('chat', { message: 'What does Xan say about the spreadsheet?' });
  expect([report.status, chat.status]).toEqual(['succeeded', 'succeeded']);
  const read = async () =>
    JSON.stringify([
      (await ada.get(`/v1/reports/${report.result.report_id}`)).body,
      (await ada.get(`/v1/jobs/${chat.id}`)).body,
      (await ada.get(`/v1/chats/${chat.result.chat_id}`)).body,
      (await ada.get(`/v1/chats/${chat.result.chat_id}/messages`)).body,
      (await ada.get(`/v1/events?project_id=${project_id}`)).body,
    ]);
  expect(await read()).toMatch(/Xan.*loses my changes/s);
  expect((await ada.post(`/v1/participants/${id}/erase`)).status).toBe(200);
  const after = await read();
  expect(after).not.toMatch(/\bXan\b|loses my changes|is confusing|takes us two days|crashes when/);
}, 120_000);

test('an erasure that continues after the recording is gone still removes how the transcript names the person', async () => {
  const project_id = (await ada.post('/v1/projects', { name: 'Labels' })).body.data.id;
  const now = parley.clock.now();
  const test = await ada.post(`/v1/projects/${project_id}/tests`, {
    name: 'How teams plan',
    type: 'survey',
    questions: [{ type: 'open', text: 'How?' }],
  });
  const person = { project_id, email: 'zoe@example.com', name: null, timezone: null, locale: null };
  const { id } = await findOrCreateParticipant(parley.db, { ...person, simulated: false }, now);
  const session = newId('session', now.getTime());
  await parley.db.query(sql`
    insert into engage_sessions (id, project_id, test_id, test_version, participant_id, kind, status, created_at, updated_at)
    values (${session}, ${project_id}, ${test.body.data.id}, 1, ${id}, 'live', 'completed', ${now}, ${now})`);
  const segments = said.map((text, i) => ({
    speaker: 'Zarathea',
    start_seconds: i * 6,
    end_seconds: i * 6 + 5,
    text,
  }));
  const file = await ada.post(`/v1/projects/${project_id}/files`, { name: 'Talk', transcript: { segments } });
  const fileId = file.body.data.id;
  await parley.db.query(sql`update files set session_id = ${session} where id = ${fileId}`);
  const job = (
    await ada.post(`/v1/projects/${project_id}/reports`, { prompt: 'What is hard about planning?' })
  ).body.data;
  const { result } = await untilEnded(job.id);
  await parley.db.query(
    sql`create function stop_erasure() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$`,
  );
  await parley.db.query(sql`
    create trigger stop_erasure before delete on engage_sessions for each row execute function stop_erasure()`);
  expect((await ada.post(`/v1/participants/${id}/erase`)).status).toBe(500);
  expect((await ada.get(`/v1/files/${fileId}`)).status).toBe(404);
  // A job that had read the transcript before saves its report now.
  await parley.db.query(sql`
    update reports set title = 'What Zarathea wants', file_ids = array[${fileId}]::text[] where id = ${result.report_id}`);
  await parley.db.query(sql`drop trigger stop_erasure on engage_sessions`);
  expect((await ada.post(`/v1/participants/${id}/erase`)).status).toBe(200);
  expect((await ada.get(`/v1/reports/${result.report_id}`)).body.data.title).toBe('What [removed] wants');
  const [erasure] = await parley.db.query(
    sql`select names, labels from erasures where participant_id = ${id}`,
  );
  expect(erasure).toEqual({ names: [], labels: [] });
}, 120_000);
