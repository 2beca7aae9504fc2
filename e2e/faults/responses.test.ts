import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { createFixtureAccount } from '../fixtures/backlog.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterAll(() => fixture.close());

const participants = 30;

test('a server that is killed while participants answer and submit loses and doubles nothing', async () => {
  const { db } = fixture.postgres;
  const account = await createFixtureAccount(db);
  const call = async (url: string, token: string, method: string, path: string, body: unknown = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
    return { status: response.status, data: ((await response.json()) as { data: any }).data };
  };
  const first = await fixture.start('all');
  const draft = await call(first.url, account.key, 'POST', `/v1/projects/${account.project_id}/tests`, {
    name: 'Killed',
    type: 'survey',
    questions: [
      { type: 'open', text: 'One?', required: true },
      { type: 'open', text: 'Two?', required: true },
    ],
  });
  const { data: made } = await call(
    first.url,
    account.key,
    'POST',
    `/v1/engage/tests/${draft.data.id}/publish`,
  );
  const open = made.share_url.split('/').at(-1);
  const tokens: string[] = [];
  for (let n = 0; n < participants; n++)
    tokens.push((await call(first.url, open, 'POST', '/p/v1/response')).data.token);

  const take = async (url: string, token: string) => {
    for (const { id } of made.questions)
      await call(url, token, 'PUT', `/p/v1/answers/${id}`, { text: `Of ${id}` });
    return (await call(url, token, 'POST', '/p/v1/submit')).data?.status;
  };
  let done = 0;
  const attempts = tokens.map((token) =>
    take(first.url, token).then(
      (status) => {
        // The server dies in the middle of these requests.
        if (++done === participants / 3) void first.stop('SIGKILL');
        return status;
      },
      () => 'failed',
    ),
  );
  const before = await Promise.all(attempts);
  const second = await fixture.start('all');
  const completedBefore = await completed();
  // Each participant's page sends everything again.
  const statuses = await Promise.all(
    tokens.map(async (token) => {
      for (const { id } of made.questions)
        await call(second.url, token, 'PUT', `/p/v1/answers/${id}`, { text: `Of ${id}` });
      return (await call(second.url, token, 'POST', '/p/v1/submit')).data.status;
    }),
  );
  logResult('killed server of participants', {
    completedBefore,
    told: before.filter((s) => s === 'completed').length,
  });
  expect(new Set(statuses)).toEqual(new Set(['completed']));
  expect(completedBefore).toBeGreaterThanOrEqual(before.filter((status) => status === 'completed').length);
  expect(await completed()).toBe(participants);
  const [counts] = await db.query(sql`
    select (select count(*)::integer from answers a join responses r on r.id = a.response_id
             where r.test_id = ${made.id}) as answers,
           (select count(*)::integer from events
             where type = 'test.response.submitted' and project_id = ${account.project_id}) as events,
           (select completed_count from tests where id = ${made.id}) as counted`);
  expect(counts).toEqual({ answers: 2 * participants, events: participants, counted: participants });

  async function completed(): Promise<number> {
    const rows = await db.query(sql`
      select 1 from responses where test_id = ${made.id} and status = 'completed'`);
    return rows.length;
  }
});
