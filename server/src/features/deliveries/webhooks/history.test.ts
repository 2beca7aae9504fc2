import { type Receiver, type Reply, startReceiver } from '@parley/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, createTestClock, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';

const dayMs = 86_400_000;
const clock = createTestClock();
let receiver: Receiver;
let ada: Account;

const parley = useParley({ clock, work: true, env: { WEBHOOK_JITTER: 'false' } });
beforeEach(async () => {
  receiver = await startReceiver();
  ada = await parley.account();
  return () => receiver.close();
});

interface Row {
  id: string;
  event_id: string;
  attempt: number;
  status: string;
  attempted_at: string | null;
}

const subscribe = async (): Promise<string> =>
  (await ada.post('/v1/webhooks', { url: receiver.url, events: ['project.created'] })).body.data.id;
const list = async (id: string, query = ''): Promise<Row[]> =>
  (await ada.get(`/v1/webhooks/${id}/deliveries${query}`)).body.data;
const recorded = (id: string, count: number) =>
  until(async () => {
    const rows = (await list(id, '?limit=100')).filter((row) => row.status !== 'pending');
    return rows.length === count && rows;
  }, `${count} attempts`);

describe('the list', () => {
  test('sorts the list by the time of the attempt, newest first, with pending attempts on top', async () => {
    receiver.answer(500);
    const id = await subscribe();
    await ada.post('/v1/projects', { name: 'Fails' });
    await recorded(id, 1);
    // The retry of the first event was scheduled before the second event and is attempted after it.
    clock.advance(9_000);
    receiver.answer(200);
    await ada.post('/v1/projects', { name: 'Succeeds' });
    await recorded(id, 2);
    expect((await list(id)).map((row) => [row.status, row.attempt])).toEqual([
      ['pending', 2],
      ['succeeded', 1],
      ['failed', 1],
    ]);
    clock.advance(1_000);
    await recorded(id, 3);
    const rows = await list(id);
    expect(rows.map((row) => row.attempt)).toEqual([2, 1, 1]);
    const times = rows.map((row) => row.attempted_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(await list(id, '?sort=attempted_at')).toEqual([...rows].reverse());
    // The retry was queued at the time of the attempt before it. Only the second event is younger than both.
    const byCreation = await list(id, '?sort=-created_at');
    expect(byCreation[0]).toEqual(rows[1]);
    expect(byCreation).toHaveLength(3);
    expect(await list(id, `?status=failed`)).toEqual([rows[2]]);
    expect(await list(id, `?event_type=project.created`)).toEqual(rows);
  });

  test('refuses a forged cursor with 422', async () => {
    const id = await subscribe();
    for (let i = 0; i < 2; i++) await ada.post('/v1/projects', { name: `p${i}` });
    await recorded(id, 2);
    const { body } = await ada.get(`/v1/webhooks/${id}/deliveries?limit=1`);
    const [fingerprint] = JSON.parse(Buffer.from(body.meta.next_cursor, 'base64url').toString());
    const forge = (key: string, at: string) =>
      Buffer.from(JSON.stringify([fingerprint, key, at])).toString('base64url');
    for (const cursor of [forge('infinity', 'x'), forge('not an instant', 'dlv_x')]) {
      const answer = await ada.get(`/v1/webhooks/${id}/deliveries?limit=1&cursor=${cursor}`);
      expect(answer.status).toBe(422);
    }
  });
});

describe('a single delivery', () => {
  const failWith = async (reply: Reply) => {
    receiver.answer(reply);
    const id = await subscribe();
    await ada.post('/v1/projects', { name: 'x' });
    const [row] = await recorded(id, 1);
    return (await ada.get(`/v1/webhooks/${id}/deliveries/${row?.id}`)).body.data;
  };

  test('shows the request headers as sent, for success and failure', async () => {
    for (const status of [200, 500]) {
      const delivery = await failWith(status);
      const request = receiver.received.at(-1);
      for (const [name, value] of Object.entries(delivery.request_headers)) {
        expect([name, request?.headers[name.toLowerCase()]]).toEqual([name, value]);
      }
      expect(Object.keys(delivery.request_headers).sort()).toEqual([
        'Content-Type',
        'User-Agent',
        'X-SVC-Event',
        'X-SVC-Event-Id',
        'X-SVC-Signature',
        'webhook-id',
        'webhook-signature',
        'webhook-timestamp',
      ]);
      expect(delivery.request_body).toBe(request?.body.toString());
    }
  });

  test('shows the response to a failed attempt and not to a successful one', async () => {
    const failed = await failWith((_, response) => response.writeHead(502).end('upstream is gone: é\n'));
    expect(failed).toMatchObject({ status: 'failed', response_body: 'upstream is gone: é\n' });
    const succeeded = await failWith((_, response) => response.writeHead(200).end('thanks'));
    expect(succeeded).toMatchObject({ status: 'succeeded', response_body: null });
  });

  test('shows at most 4 kB of a response, cut between characters, without bytes that are not text', async () => {
    const long = await failWith((_, response) => response.writeHead(500).end(`a${'é'.repeat(5000)}`));
    expect(long.response_body).toBe(`a${'é'.repeat(2047)}`);
    const binary = await failWith((_, response) =>
      response.writeHead(500).end(Buffer.from([0x41, 0, 0xff, 0x1b, 0x0a, 0x42])),
    );
    expect(binary.response_body).toBe('A\ufffd\ufffd\ufffd\nB');
  });

  test('shows no headers and no response before the attempt', async () => {
    receiver.answer(500);
    const id = await subscribe();
    await ada.post('/v1/projects', { name: 'x' });
    await recorded(id, 1);
    const [pending] = await list(id, '?status=pending');
    const { body } = await ada.get(`/v1/webhooks/${id}/deliveries/${pending?.id}`);
    expect(body.data).toMatchObject({ attempt: 2, request_headers: null, response_body: null });
  });
});

describe('a deleted webhook', () => {
  test('a deleted webhook has a readable history for 30 days, while the webhook itself returns 404', async () => {
    const id = await subscribe();
    await ada.post('/v1/projects', { name: 'x' });
    const [row] = await recorded(id, 1);
    await ada.delete(`/v1/webhooks/${id}`);
    const single = `/v1/webhooks/${id}/deliveries/${row?.id}`;
    expect((await ada.get(`/v1/webhooks/${id}`)).status).toBe(404);
    expect((await ada.post(`${single}/redeliver`)).status).toBe(404);
    expect(await list(id)).toEqual([row]);
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const outsider = await parley.account();
    for (const path of [`/v1/webhooks/${id}/deliveries`, single]) {
      expect((await colleague.get(path)).status).toBe(403);
      expect((await outsider.get(path)).status).toBe(404);
    }
    clock.advance(29 * dayMs);
    await parley.sweep();
    expect(await list(id)).toEqual([row]);
    expect((await ada.get(single)).body.data).toMatchObject({ id: row?.id, status: 'succeeded' });
    clock.advance(dayMs + 1);
    expect((await ada.get(`/v1/webhooks/${id}/deliveries`)).status).toBe(404);
    expect((await ada.get(single)).status).toBe(404);
  });
});

describe('redelivery', () => {
  test('sends an event once when concurrent requests redeliver one record', async () => {
    const id = await subscribe();
    await ada.post('/v1/projects', { name: 'x' });
    const [row] = await recorded(id, 1);
    const held: (() => void)[] = [];
    receiver.answer((_, response) => void held.push(() => response.writeHead(200).end()));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ada.post(`/v1/webhooks/${id}/deliveries/${row?.id}/redeliver`)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(422)]);
    const refused = answers.find((answer) => answer.status === 422);
    expect(refused?.body.error.details).toEqual([
      { field: 'delivery_id', message: 'This event is already being sent again.' },
    ]);
    await until(() => held.length === 1, 'the attempt');
    held[0]?.();
    await recorded(id, 2);
    expect(receiver.received).toHaveLength(2);
    receiver.answer(200);
    expect((await ada.post(`/v1/webhooks/${id}/deliveries/${row?.id}/redeliver`)).status).toBe(201);
    await recorded(id, 3);
  });

  test('works while a retry of the same event is pending', async () => {
    receiver.answer(500);
    const id = await subscribe();
    await ada.post('/v1/projects', { name: 'x' });
    const [row] = await recorded(id, 1);
    receiver.answer(200);
    expect((await ada.post(`/v1/webhooks/${id}/deliveries/${row?.id}/redeliver`)).status).toBe(201);
    await recorded(id, 2);
  });
});
