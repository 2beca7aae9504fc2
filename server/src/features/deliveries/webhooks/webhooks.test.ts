import { createHmac } from 'node:crypto';
import { type Receiver, startReceiver } from '@parley/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
let receiver: Receiver;
let ada: Account;

const parley = useParley({
  clock,
  work: true,
  env: {
    WEBHOOK_JITTER: 'false',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  },
});
beforeEach(async () => {
  receiver = await startReceiver();
  ada = await parley.account();
  return () => receiver.close();
});

const subscribe = async (who = ada, more: object = {}) =>
  (await who.post('/v1/webhooks', { url: receiver.url, events: ['project.created'], ...more })).body.data;

const deliveries = async (webhookId: string, query = '') =>
  (await ada.get(`/v1/webhooks/${webhookId}/deliveries${query}`)).body.data;

const waitForRecords = (webhookId: string, count: number) =>
  until(async () => {
    const rows = await deliveries(webhookId, '?limit=100');
    return rows.length === count && rows.every((row: { status: string }) => row.status !== 'pending') && rows;
  }, `${count} records of ${webhookId}`);

describe('a subscription', () => {
  test('creates a subscription with a secret that is shown only in this response', async () => {
    const created = await ada.post('/v1/webhooks', {
      url: receiver.url,
      events: ['project.created', 'tag.created'],
      description: 'Mine',
    });
    expect(created.status).toBe(201);
    const { secret, ...rest } = created.body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toMatchObject({
      status: 'enabled',
      project_ids: null,
      failing_since: null,
      description: 'Mine',
    });
    expect((await ada.get(`/v1/webhooks/${rest.id}`)).body.data).toEqual(rest);
    expect((await ada.get('/v1/webhooks')).body.data).toEqual([rest]);
    const [row] = await parley.db.query<{ secret: Buffer }>(
      sql`select secret from webhooks where id = ${rest.id}`,
    );
    expect(row?.secret.toString('latin1')).not.toContain(secret);
  });

  test.each([
    ['a duplicate event', { events: ['tag.created', 'tag.created'] }, 'events.1'],
    ['an unknown event', { events: ['video.transcribed'] }, 'events.0'],
    ['no event', { events: [] }, 'events'],
    ['a private address', { url: 'http://10.0.0.1/x' }, 'url'],
    ['credentials', { url: 'http://a:b@127.0.0.1/x' }, 'url'],
    ['another scheme', { url: 'ftp://127.0.0.1/x' }, 'url'],
    ['a URL of 5 kB', { url: `http://127.0.0.1/${'x'.repeat(5000)}` }, 'url'],
    ['no URL at all', { url: 'nowhere' }, 'url'],
    ['a project that is not yours', { project_ids: ['prj_nope'] }, 'project_ids.0'],
    ['a status', { status: 'disabled' }, 'status'],
  ])('a subscription with %s is refused on the exact field', async (_, change, field) => {
    const answer = await ada.post('/v1/webhooks', { url: receiver.url, events: ['tag.created'], ...change });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.map((row: { field: string }) => row.field)).toContain(field);
  });

  test('returns 403 to another member and 404 to another workspace', async () => {
    const { id } = await subscribe();
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const outsider = await parley.account();
    for (const path of [`/v1/webhooks/${id}`, `/v1/webhooks/${id}/deliveries`]) {
      expect((await colleague.get(path)).status).toBe(403);
      expect((await outsider.get(path)).status).toBe(404);
    }
    expect((await colleague.delete(`/v1/webhooks/${id}`)).status).toBe(403);
    expect((await colleague.get('/v1/webhooks')).body.data).toEqual([]);
    const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
    const body = { url: receiver.url, events: ['tag.created'] };
    expect((await viewer.post('/v1/webhooks', body)).status).toBe(403);
  });

  test('a subscription can be changed in part, and returns 422 for a change of the status', async () => {
    const { id } = await subscribe();
    const changed = await ada.patch(`/v1/webhooks/${id}`, { events: ['project.deleted'], description: 'x' });
    expect(changed.body.data).toMatchObject({
      events: ['project.deleted'],
      description: 'x',
      url: receiver.url,
    });
    expect((await ada.patch(`/v1/webhooks/${id}`, { status: 'disabled' })).status).toBe(422);
    expect((await ada.patch(`/v1/webhooks/${id}`, { url: 'http://192.168.0.1/' })).status).toBe(422);
    expect((await ada.patch(`/v1/webhooks/${id}`, {})).status).toBe(422);
  });
});

describe('an event', () => {
  test('sends an event with exactly the headers and the signature of spec §8.6 and §8.7', async () => {
    const { id, secret } = await subscribe();
    const project = (await ada.post('/v1/projects', { name: 'Told' })).body.data;
    const [row] = await waitForRecords(id, 1);
    expect(row).toMatchObject({
      status: 'succeeded',
      attempt: 1,
      response_code: 200,
      error: null,
      webhook_id: id,
    });
    const [request] = receiver.received;
    if (!request) throw new Error('nothing came');
    const event = JSON.parse(request.body.toString());
    expect(event).toEqual({
      id: row.event_id,
      type: 'project.created',
      created_at: clock.now().toISOString(),
      data: project,
    });
    const header = (name: string) => request.rawHeaders[request.rawHeaders.indexOf(name) + 1];
    expect(header('Content-Type')).toBe('application/json');
    expect(header('X-SVC-Event')).toBe('project.created');
    expect(header('X-SVC-Event-Id')).toBe(event.id);
    expect(header('User-Agent')).toBe('SVC-Webhooks/1.0');
    const t = Math.floor(clock.now().getTime() / 1000);
    const hex = createHmac('sha256', secret).update(`${t}.`).update(request.body).digest('hex');
    expect(header('X-SVC-Signature')).toBe(`t=${t}, v1=${hex}`);
    expect(request.headers['webhook-id']).toBe(event.id);

    const one = await ada.get(`/v1/webhooks/${id}/deliveries/${row.id}`);
    expect(one.body.data).toEqual({
      ...row,
      request_body: request.body.toString(),
      request_headers: expect.objectContaining({ 'X-SVC-Signature': header('X-SVC-Signature') }),
      response_body: null,
    });
  });

  test('sends an event as exactly the stored bytes, with any characters', async () => {
    const { id } = await subscribe();
    const name = 'Größe 調査 🙂 \\ " \u2028 \u00a0 é';
    const project = (await ada.post('/v1/projects', { name })).body.data;
    const [row] = await waitForRecords(id, 1);
    const [event] = await parley.db.query<{ body: Buffer }>(
      sql`select body from events where id = ${row.event_id}`,
    );
    expect(receiver.received[0]?.body.equals(event?.body as Buffer)).toBe(true);
    expect(JSON.parse(event?.body.toString() ?? '').data.name).toBe(project.name);
    expect(project.name).toBe(name);
  });

  test('sends an event to each of two subscriptions with the same URL, with the same id', async () => {
    const one = await subscribe();
    const two = await subscribe();
    await ada.post('/v1/projects', { name: 'Twice' });
    await waitForRecords(one.id, 1);
    await waitForRecords(two.id, 1);
    expect(new Set(receiver.received.map((request) => request.headers['x-svc-event-id'])).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });

  test('sends an event only to subscriptions that match its type, its project and its access', async () => {
    const mine = (await ada.post('/v1/projects', { name: 'Mine' })).body.data;
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const others = (await subscribe(colleague, { events: ['project.updated'] })).id;
    const other = await subscribe(ada, { events: ['project.deleted'] });
    const both = await subscribe(ada, {
      events: ['project.created', 'project.updated'],
      project_ids: [mine.id],
    });
    await ada.post('/v1/projects', { name: 'Another' });
    await ada.patch(`/v1/projects/${mine.id}`, { name: 'Mine still' });
    const [row] = await waitForRecords(both.id, 1);
    expect(row.event_type).toBe('project.updated');
    expect(await deliveries(other.id)).toEqual([]);
    expect((await colleague.get(`/v1/webhooks/${others}/deliveries`)).body.data).toEqual([]);
    await ada.patch(`/v1/projects/${mine.id}`, { member_ids: [colleague.user_id] });
    await ada.patch(`/v1/projects/${mine.id}`, { name: 'Ours' });
    await until(
      async () =>
        (await colleague.get(`/v1/webhooks/${others}/deliveries?status=succeeded`)).body.data.length === 1,
      'the other member receives the event once the project is shared',
    );
  });

  test('creates no delivery for the event of a change that is rolled back', async () => {
    const { id } = await subscribe();
    await parley.db.query(sql`
      create function refuse_lane() returns trigger language plpgsql as 'begin raise exception ''no lanes today''; end'`);
    // The trigger runs at the commit, after the project, its event and the delivery were written.
    await parley.db.query(sql`
      create constraint trigger refuse_lanes after insert on lanes deferrable initially deferred
        for each row execute function refuse_lane()`);
    try {
      expect((await ada.post('/v1/projects', { name: 'Rolled back' })).status).toBe(500);
    } finally {
      await parley.db.query(sql`drop trigger refuse_lanes on lanes`);
    }
    expect(await deliveries(id)).toEqual([]);
    expect(receiver.received).toEqual([]);
    await ada.post('/v1/projects', { name: 'Committed' });
    await until(async () => (await deliveries(id, '?status=succeeded')).length === 1, 'the next delivery');
  });
});

describe('the schedule', () => {
  test('makes six attempts at the delays of spec §8.9 and shows the next attempt as pending', async () => {
    // An attempt takes time. Otherwise all records would have the same time and no order.
    receiver.answer((_request, response) => {
      clock.advance(1);
      response.writeHead(500).end();
    });
    const { id } = await subscribe();
    await ada.post('/v1/projects', { name: 'Unheard' });
    for (const [i, delay] of [0, 10, 60, 300, 1800, 3600].entries()) {
      clock.advance(delay * 1000 - 1);
      if (i > 0) {
        expect(receiver.received).toHaveLength(i);
        const [pending] = await deliveries(id, '?status=pending');
        expect(pending).toMatchObject({ attempt: i + 1, status: 'pending', attempted_at: null });
        expect(pending.next_attempt_at).toBe(new Date(clock.now().getTime() + 1).toISOString());
      }
      clock.advance(1);
      await until(async () => (await deliveries(id, '?status=failed')).length === i + 1, `attempt ${i + 1}`);
      const [last] = await deliveries(id, '?status=failed');
      expect(last).toMatchObject({
        attempt: i + 1,
        status: 'failed',
        error: 'http_status',
        response_code: 500,
      });
    }
    const rows = await deliveries(id);
    expect(rows.map((row: { attempt: number }) => row.attempt)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(rows[0].next_attempt_at).toBeNull();
    expect(new Set(receiver.received.map((request) => request.body.toString())).size).toBe(1);
    expect(new Set(receiver.received.map((request) => request.headers['x-svc-signature'])).size).toBe(6);
  });

  test.each([
    [301, 'redirect'],
    [404, 'http_status'],
    [410, 'http_status'],
  ])('an answer of %i is a failure and is tried again', async (status, error) => {
    receiver.answer((_request, response) => response.writeHead(status, { location: receiver.url }).end());
    const { id } = await subscribe();
    await ada.post('/v1/projects', { name: 'x' });
    const [row] = await until(async () => {
      const rows = await deliveries(id, '?status=failed');
      return rows.length > 0 && rows;
    }, 'a failure');
    expect(row).toMatchObject({ error, response_code: status });
    expect(receiver.received).toHaveLength(1);
    receiver.answer(200);
    clock.advance(10_000);
    await until(async () => (await deliveries(id, '?status=succeeded')).length === 1, 'the second attempt');
    expect((await ada.get(`/v1/webhooks/${id}`)).body.data.failing_since).toBeNull();
  });

  test('a response after the time-out is recorded as timeout', async () => {
    // A separate server, because other tests must not run with such a short time-out.
    const hasty = await startParley({ clock, work: true, env: { WEBHOOK_TIMEOUT_MS: '1000' } });
    try {
      const bob = await hasty.account();
      receiver.answer(() => {});
      const { id } = await subscribe(bob);
      await bob.post('/v1/projects', { name: 'x' });
      const [row] = await until(async () => {
        const { body } = await bob.get(`/v1/webhooks/${id}/deliveries?status=failed`);
        return body.data.length > 0 && body.data;
      }, 'a failure');
      expect(row).toMatchObject({ error: 'timeout', response_code: null });
    } finally {
      await hasty.stop();
    }
  });
});

describe('the history', () => {
  test('lists the history completely over all pages, even if past and pending attempts have the same time', async () => {
    receiver.answer(500);
    const { id } = await subscribe();
    for (let i = 0; i < 20; i++) await ada.post('/v1/projects', { name: `p${i}` });
    await until(async () => (await deliveries(id, '?status=failed&limit=100')).length === 20, '20 failures');
    for (const sort of ['-created_at', 'created_at', '-attempted_at', 'attempted_at']) {
      const seen: { id: string; status: string }[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const more: string = cursor ? `&cursor=${cursor}` : '';
        const { body } = await ada.get(`/v1/webhooks/${id}/deliveries?limit=7&sort=${sort}${more}`);
        seen.push(...body.data);
        cursor = body.meta.next_cursor;
      }
      expect(new Set(seen.map((row) => row.id)).size).toBe(40);
      expect(seen).toHaveLength(40);
      expect(seen.filter((row) => row.status === 'pending')).toHaveLength(20);
    }
    const now = clock.now().toISOString();
    expect(await deliveries(id, `?created_after=${now}`)).toEqual([]);
    expect(await deliveries(id, `?created_before=${now}`)).toEqual([]);
    const [one] = await deliveries(id, '?limit=1');
    expect(await deliveries(id, `?event_id=${one.event_id}`)).toHaveLength(2);
    expect(await deliveries(id, '?event_type=tag.created')).toEqual([]);
    await ada.delete(`/v1/webhooks/${id}`);
  });
});

describe('tests and redeliveries', () => {
  test('return 403 for a delivery of a project that is no longer shared', async () => {
    const owner = await parley.account();
    const member = await parley.account({ workspace_id: owner.workspace_id });
    const { id } = await subscribe(member);
    const { body } = await owner.post('/v1/projects', { name: 'Shared', visibility: 'workspace' });
    const list = `/v1/webhooks/${id}/deliveries`;
    const [row] = await until(async () => {
      const rows = (await member.get(`${list}?status=succeeded`)).body.data;
      return rows.length > 0 && rows;
    }, 'a delivery');
    expect((await member.get(`${list}/${row.id}`)).status).toBe(200);
    await owner.patch(`/v1/projects/${body.data.id}`, { visibility: 'private' });
    expect((await member.get(`${list}/${row.id}`)).status).toBe(403);
    expect((await member.post(`${list}/${row.id}/redeliver`)).status).toBe(403);
  });

  test('send a signed sample immediately, record it and do not retry it', async () => {
    const { id, secret } = await subscribe();
    const sent = await ada.post(`/v1/webhooks/${id}/test`, { event_type: 'tag.created' });
    expect(sent.status).toBe(201);
    const [row] = await waitForRecords(id, 1);
    expect(row).toMatchObject({ id: sent.body.data.id, event_type: 'tag.created', status: 'succeeded' });
    const [request] = receiver.received;
    const [, t, hex] = /^t=(\d+), v1=([0-9a-f]{64})$/.exec(String(request?.headers['x-svc-signature'])) ?? [];
    expect(
      createHmac('sha256', secret)
        .update(`${t}.`)
        .update(request?.body ?? '')
        .digest('hex'),
    ).toBe(hex);
    expect(JSON.parse(String(request?.body))).toMatchObject({ id: row.event_id, type: 'tag.created' });
    expect((await ada.get(`/v1/webhooks/${id}/deliveries/${row.id}`)).body.data.request_body).toBe(
      String(request?.body),
    );
  });

  test('send a delivery again with the same bytes and event id', async () => {
    const { id } = await subscribe();
    await ada.post('/v1/projects', { name: 'Again' });
    const [row] = await waitForRecords(id, 1);
    const again = await ada.post(`/v1/webhooks/${id}/deliveries/${row.id}/redeliver`);
    expect(again.status).toBe(201);
    expect(again.body.data).toMatchObject({ event_id: row.event_id, attempt: 1, status: 'pending' });
    await waitForRecords(id, 2);
    expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
  });

  test('send nothing to a deleted webhook', async () => {
    receiver.answer(500);
    const { id } = await subscribe();
    await ada.post('/v1/projects', { name: 'x' });
    await until(async () => (await deliveries(id, '?status=failed')).length === 1, 'a failure');
    expect((await ada.delete(`/v1/webhooks/${id}`)).body).toEqual({ data: { id, deleted: true } });
    expect((await ada.get(`/v1/webhooks/${id}`)).status).toBe(404);
    await until(
      async () =>
        (
          await parley.db.query(
            sql`select 1 from webhook_attempts where subscription_id = ${id} and status = 'skipped'`,
          )
        ).length === 1,
      'the queued delivery is skipped',
    );
    clock.advance(10_000);
    // When the other webhook has received the later event, the deliveries of both have been processed.
    const other = await subscribe();
    receiver.answer(200);
    await ada.post('/v1/projects', { name: 'y' });
    await waitForRecords(other.id, 1);
    const waiting = await parley.db.query(sql`select 1 from webhook_queue where subscription_id = ${id}`);
    expect(waiting).toHaveLength(0);
    expect(receiver.received).toHaveLength(2);
  });
});
