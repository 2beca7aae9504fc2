import { expect, test } from 'vitest';
import { createPersonWithTraces } from '../../../../test/person-with-traces.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { createEmit, sampleEvent } from '../../../events/index.ts';
import { accessOf } from '../../../features/projects/index.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);

type Person = Awaited<ReturnType<typeof createPersonWithTraces>>;

const summary = 'Themes by number of participants: **Marmalade zeppelin card** (7), **Rent** (2).';
const redactedSummary = 'Themes by number of participants: **[removed]** (7), **Rent** (2).';

/** A report whose summary repeats a heading. Only the citations of the body show that the heading is about the person. */
async function giveReportThemes({ report }: Person) {
  const body =
    '## Marmalade zeppelin card\n\nThey say “never again” [cit_3].\n\n## Rent\n\nThey pay “on the first day” [cit_2].';
  await parley.db.query(
    sql`update reports set summary = ${summary}, body_markdown = ${body} where id = ${report}`,
  );
}

/** The event about the report, with a delivery to a webhook. */
async function emitGenerated(person: Person, data: object = { file_ids: [person.file, person.otherFile] }) {
  const { db, clock } = parley;
  const now = clock.now();
  await createEmit([], accessOf, () => {})(db, {
    type: 'report.generated',
    workspace_id: ada.workspace_id,
    project_id: person.project_id,
    data: { ...sampleEvent('report.generated').data, id: person.report, summary, ...data },
    at: now,
  });
  const [webhook, delivery] = [newId('webhook', now.getTime()), newId('delivery', now.getTime())];
  await db.query(sql`
    insert into webhooks (id, workspace_id, created_by, url, events, secret, created_at, updated_at)
    values (${webhook}, ${ada.workspace_id}, ${ada.user_id}, 'https://example.com', '{}', ${Buffer.from('x')}, ${now}, ${now})`);
  await db.query(sql`
    insert into webhook_attempts (id, subscription_id, event_id, event_created_at, event_type, attempt, status, created_at)
    select ${delivery}, ${webhook}, e.id, e.created_at, e.type, 1, 'failed', e.created_at from events e
     where e.type = 'report.generated' and e.project_id = ${person.project_id}`);
  return async () => {
    const events = await ada.get(`/v1/events?type=report.generated&project_id=${person.project_id}`);
    const { body } = await ada.get(`/v1/webhooks/${webhook}/deliveries/${delivery}`);
    return [events.body.data[0].data, JSON.parse(body.data.request_body).data];
  };
}

let number = 0;
const newPerson = () => createPersonWithTraces(parley, ada, `mina${++number}@example.com`);
const erase = async ({ id }: Person) =>
  expect((await ada.post(`/v1/participants/${id}/erase`)).status).toBe(200);

test('the event and the deliveries of a report lose the same headings as the report', async () => {
  const person = await newPerson();
  await giveReportThemes(person);
  const read = await emitGenerated(person);
  expect(await read()).toMatchObject([{ summary }, { summary }]);
  await erase(person);
  const report = (await ada.get(`/v1/reports/${person.report}`)).body.data;
  expect(report.summary).toBe(redactedSummary);
  const { title, prompt } = report;
  const expected = { title, prompt, summary: redactedSummary };
  expect(await read()).toMatchObject([expected, expected]);
});

test('the event of a deleted report that was made from an answer of the person loses its texts', async () => {
  const person = await newPerson();
  const read = await emitGenerated(person, { file_ids: [], response_ids: [person.response] });
  expect((await ada.delete(`/v1/reports/${person.report}`)).status).toBe(200);
  await erase(person);
  const expected = { title: '[removed]', prompt: '[removed]', summary: '[removed]' };
  expect(await read()).toMatchObject([expected, expected]);
});

test('the event of a report that was not made from records of the person is not changed', async () => {
  const person = await newPerson();
  const read = await emitGenerated(person, { file_ids: [person.otherFile] });
  const before = await read();
  await erase(person);
  expect(await read()).toEqual(before);
});
