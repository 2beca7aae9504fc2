import type { ParleyProcess } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { completion, type ModelServer, startModelServer } from '../../server/test/model-server.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
let model: ModelServer;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
  model = await startModelServer();
});
afterEach(() => fixture.killServers());
afterAll(async () => {
  model.close();
  await fixture.close();
});

async function send<T>(server: ParleyProcess, token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  });
  return ((await response.json()) as { data: T }).data;
}

interface View {
  status: string;
  next_client_turn: number;
  messages: { role: string; text: string }[];
}

test('an interview whose server is killed in each turn loses nothing and ends once', async () => {
  const env = { AI_BASE_URL: `${model.url}/v1`, AI_API_KEY: 'k', AI_MODEL: 'small-1' };
  const { key } = fixture.account;
  let server = await fixture.start('all', env);
  const project = await send<{ id: string }>(server, key, 'POST', '/v1/projects', { name: 'Study' });
  const made = await send<{ id: string }>(server, key, 'POST', `/v1/projects/${project.id}/tests`, {
    name: 'Planning',
    type: 'ai_interview',
    questions: [1, 2, 3].map((n) => ({
      type: 'open',
      text: `What about topic ${n}?`,
      required: true,
      follow_up: 'light',
    })),
  });
  const { share_url } = await send<{ share_url: string }>(
    server,
    key,
    'POST',
    `/v1/engage/tests/${made.id}/publish`,
  );
  const open = share_url.split('/').at(-1) as string;
  const { token } = await send<{ token: string }>(server, open, 'POST', '/p/v1/interview', { name: 'Mina' });

  const said: string[] = [];
  let view = await send<View>(server, token, 'GET', '/p/v1/interview');
  for (let turn = 1; view.status !== 'ended' && turn < 20; turn++) {
    const text = `In the morning I open the calendar of the team for topic ${turn}.`;
    said.push(text);
    const body = { text, client_turn: turn };
    // The model does not answer, so the process dies between the two transactions; every second time before the request.
    model.answer = () => 'silence';
    model.requests.length = 0;
    const lost = send(server, token, 'POST', '/p/v1/interview/turns', body).catch(() => undefined);
    if (turn % 2 === 0)
      await until(() => model.requests.length > 0 || turn === 6, 'the model to be asked', 10_000);
    await server.stop('SIGKILL');
    await lost;
    model.answer = () => completion({ message: 'Thank you for that.' });
    server = await fixture.start('all', env);
    view = await send<View>(server, token, 'POST', '/p/v1/interview/turns', body);
  }
  expect(view.status).toBe('ended');
  expect(view.messages.filter(({ role }) => role === 'participant').map(({ text }) => text)).toEqual(said);

  await server.stop('SIGKILL');
  server = await fixture.start('all', env);
  const session = await until(
    async () => {
      const [first] = await send<{ id: string; status: string }[]>(
        server,
        key,
        'GET',
        `/v1/engage/tests/${made.id}/sessions`,
      );
      return first?.status === 'completed' && first;
    },
    'the session to be completed',
    120_000,
  );
  const [counts] = await fixture.postgres.db.query<Record<string, number>>(sql`
    select (select count(*)::integer from events where type = 'engage.session.completed') as sessions,
      (select count(*)::integer from events where type = 'test.response.submitted') as responses,
      (select count(*)::integer from files where session_id = ${session.id}) as files,
      (select count(*)::integer from answers) as answers`);
  logResult('interview', { turns: said.length, ...counts });
  expect(counts).toEqual({ sessions: 1, responses: 1, files: 1, answers: said.length });
});
