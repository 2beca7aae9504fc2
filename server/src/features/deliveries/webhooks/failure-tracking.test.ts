import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Receiver, startReceiver } from '@parley/testing';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, createTestClock, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';

const hourMs = 3_600_000;
const clock = createTestClock();
let receiver: Receiver;
let ada: Account;

const parley = useParley({
  clock,
  work: true,
  env: { WEBHOOK_JITTER: 'false' },
});
beforeEach(async () => {
  receiver = await startReceiver();
  ada = await parley.account();
  return () => receiver.close();
});

const subscribe = async () =>
  (await ada.post('/v1/webhooks', { url: receiver.url, events: ['project.created'] })).body.data;

const deliveries = async (webhookId: string, query = '') =>
  (await ada.get(`/v1/webhooks/${webhookId}/deliveries${query}`)).body.data;

const waitForRecords = (webhookId: string, count: number) =>
  until(async () => {
    const rows = await deliveries(webhookId, '?limit=100');
    return rows.length === count && rows.every((row: { status: string }) => row.status !== 'pending') && rows;
  }, `${count} records of ${webhookId}`);

/** Waits for the mail about this webhook. */
const mailAbout = (webhookId: string) =>
  until(async () => {
    const outbox = path.join(parley.config.dataDir, 'outbox');
    for (const name of await readdir(outbox).catch(() => [])) {
      // A file with another name is still being written.
      if (!name.endsWith('.eml')) continue;
      const mail = await PostalMime.parse(await readFile(path.join(outbox, name)));
      if (mail.messageId === `<disabled-${webhookId}@parley>`) return mail;
    }
    return undefined;
  }, 'the mail');

describe('24 hours of failures', () => {
  test('disable the webhook exactly at that attempt, and skip queued and later deliveries', async () => {
    receiver.answer(500);
    const { id } = await subscribe();
    const failures = async () => (await deliveries(id, '?status=failed&limit=100')).length;
    const fail = async () => {
      const before = await failures();
      const { body } = await ada.post(`/v1/webhooks/${id}/test`, {});
      await until(async () => (await failures()) > before, 'one more failure');
      return body.data;
    };
    await fail();
    const since = clock.now();
    const webhook = async () => (await ada.get(`/v1/webhooks/${id}`)).body.data;
    expect((await webhook()).failing_since).toBe(since.toISOString());
    clock.advance(12 * hourMs);
    await fail();
    clock.advance(12 * hourMs - 1000);
    await fail();
    expect((await webhook()).status).toBe('enabled');
    clock.advance(1000);
    await ada.post('/v1/projects', { name: 'The last' });
    await until(async () => (await webhook()).status === 'disabled', 'it is disabled');
    expect(await webhook()).toMatchObject({
      disabled_at: clock.now().toISOString(),
      disabled_reason: 'Every attempt failed for 24 hours.',
      failing_since: since.toISOString(),
    });
    await ada.post('/v1/projects', { name: 'Unsent' });
    await until(async () => (await deliveries(id, '?status=skipped')).length === 2, 'what waits is skipped');
    expect((await deliveries(id, '?status=skipped'))[0]).toMatchObject({ error: 'subscription_disabled' });
    expect(await deliveries(id, '?status=pending')).toEqual([]);
    expect((await ada.post(`/v1/webhooks/${id}/test`, {})).status).toBe(422);
    expect((await ada.post(`/v1/webhooks/${id}/replay`, { since: since.toISOString() })).status).toBe(422);

    const mail = await mailAbout(id);
    expect(mail.to).toEqual([{ address: (await ada.get('/v1/me')).body.data.email, name: '' }]);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(id);
      expect(part).toContain(receiver.url);
      expect(part).toContain(`${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`);
      expect(part).toContain('The last status was 500.');
      expect(part).toContain('replay');
    }

    receiver.answer(200);
    const again = await subscribe();
    const replayed = await ada.post(`/v1/webhooks/${again.id}/replay`, { since: since.toISOString() });
    expect(replayed.body.data).toMatchObject({ delivery_count: 2 });
    await waitForRecords(again.id, 2);
    const twice = await ada.post(`/v1/webhooks/${again.id}/replay`, { since: since.toISOString() });
    expect(twice.body.data.delivery_count).toBe(0);
  });
});

test('failing_since is the creation of the first event that failed, not the end of its attempt', async () => {
  const { id } = await subscribe();
  const slow = Promise.withResolvers<void>();
  receiver.answer((_request, response) => void slow.promise.then(() => response.writeHead(500).end()));
  const created = (await ada.post('/v1/projects', { name: 'Slowly refused' })).body.data;
  const [event] = (await ada.get(`/v1/events?project_id=${created.id}`)).body.data;
  await until(() => receiver.received.length === 1, 'the attempt has started');
  clock.advance(2_000);
  slow.resolve();
  await until(async () => (await deliveries(id, '?status=failed')).length === 1, 'the attempt has failed');
  const webhook = (await ada.get(`/v1/webhooks/${id}`)).body.data;
  expect(webhook).toMatchObject({
    failing_since: event.created_at,
    last_failure_at: clock.now().toISOString(),
  });
  const again = await subscribe();
  const since = webhook.failing_since;
  expect((await ada.post(`/v1/webhooks/${again.id}/replay`, { since })).body.data.delivery_count).toBe(1);
});

describe('the mail about a disabled webhook', () => {
  test('contains a time from which a replay sends every missed event', async () => {
    const { id } = await subscribe();
    const failed = async () => (await deliveries(id, '?status=failed&limit=100')).length;
    /** Creates a project. Its event is attempted with this response, or skipped if a retry has disabled the webhook. */
    const happen = async (answer: 200 | 500): Promise<string> => {
      receiver.answer(answer);
      const project = (await ada.post('/v1/projects', { name: 'Told' })).body.data;
      const [event] = (await ada.get(`/v1/events?project_id=${project.id}`)).body.data;
      // Retries of earlier events may be due too, so only a record of this event counts.
      await until(async () => {
        const rows: { status: string }[] = await deliveries(id, `?event_id=${event.id}`);
        return rows.some(({ status }) => status !== 'pending');
      }, 'its attempt is recorded');
      clock.advance(1_000);
      return event.id;
    };
    const happenedAt = clock.now().toISOString();
    const oldest = await happen(500);
    for (const [attempt, seconds] of [10, 60, 300, 1800].entries()) {
      clock.advance(seconds * 1000);
      await until(async () => (await failed()) === attempt + 2, `attempt ${attempt + 2} has failed`);
    }
    // A success resets the failures. Then no worker runs for ten hours, and the last retries fail after that.
    const delivered = await happen(200);
    receiver.answer(500);
    clock.advance(10 * hourMs);
    await until(async () => (await failed()) === 6, 'the last attempt has failed');
    const failingSince = (await ada.get(`/v1/webhooks/${id}`)).body.data.failing_since;
    // Its last attempt failed after the success, so the oldest event is one of those that a replay has to send.
    expect(failingSince).toBe(happenedAt);

    const missed = [oldest, await happen(500)];
    for (let hour = 0; hour < 24; hour += 12) {
      clock.advance(12 * hourMs);
      missed.push(await happen(500));
    }
    await until(async () => (await deliveries(id, '?status=pending')).length === 0, 'what waits is skipped');
    expect((await ada.get(`/v1/webhooks/${id}`)).body.data).toMatchObject({
      status: 'disabled',
      failing_since: failingSince,
    });
    await ada.post('/v1/projects', { name: 'While it is disabled' });

    const mail = await mailAbout(id);
    const since = /"since": "([^"]+)"/.exec(mail.text ?? '')?.[1];
    expect(since).toBe(happenedAt);
    expect(mail.html).toContain(String(since));

    receiver.answer(200);
    const again = await subscribe();
    const before = receiver.received.length;
    const { delivery_count } = (await ada.post(`/v1/webhooks/${again.id}/replay`, { since })).body.data;
    await waitForRecords(again.id, delivery_count);
    const ids = receiver.received.slice(before).map(({ headers }) => headers['x-svc-event-id']);
    expect(ids).toEqual(expect.arrayContaining([...missed, delivered]));
    expect(ids).toHaveLength(missed.length + 2);
  });
});
