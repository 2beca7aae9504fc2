import { type Receiver, startReceiver } from '@parley/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, createTestClock, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { eventTypes } from '../../../events/index.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
let receiver: Receiver;
let ada: Account;

const parley = useParley({ clock, work: true, env: { WEBHOOK_JITTER: 'false' } });
beforeEach(async () => {
  receiver = await startReceiver();
  ada = await parley.account();
  return () => receiver.close();
});

const subscribe = async (who = ada) =>
  (await who.post('/v1/automations/hooks', { event: 'project.created', target_url: receiver.url })).body.data;
const waiting = async (hookId: string) =>
  (await parley.db.query(sql`select 1 from automation_queue where subscription_id = ${hookId}`)).length;

describe('an automation hook', () => {
  test('receives the event unsigned, and a webhook receives it too', async () => {
    const hook = await subscribe();
    expect(hook).toMatchObject({
      event: 'project.created',
      target_url: receiver.url,
      created_by: ada.user_id,
    });
    await ada.post('/v1/webhooks', { url: receiver.url, events: ['project.created'] });
    await ada.post('/v1/projects', { name: 'Both' });
    await until(() => receiver.received.length === 2, 'both fired');
    const unsigned = receiver.received.find((request) => !request.headers['x-svc-signature']);
    const signed = receiver.received.find((request) => request.headers['x-svc-signature']);
    expect(unsigned?.headers['webhook-signature']).toBeUndefined();
    expect(unsigned?.body).toEqual(signed?.body);
    const [event] = (await ada.get('/v1/events')).body.data;
    expect(JSON.parse(String(unsigned?.body))).toEqual(event);
  });

  test('unsubscribes an automation hook after a 410, and skips its queued deliveries', async () => {
    receiver.answer(500);
    const { id } = await subscribe();
    await ada.post('/v1/projects', { name: 'Waits' });
    await until(() => receiver.received.length === 1, 'the first attempt');
    receiver.answer(410);
    await ada.post('/v1/projects', { name: 'Gone' });
    await until(
      async () => (await ada.get('/v1/automations/hooks')).body.data.length === 0,
      'it is unsubscribed',
    );
    await until(async () => (await waiting(id)) === 0, 'nothing waits any more');
    // When another hook has received the later event, the workers have processed that event.
    receiver.answer(200);
    const other = await subscribe();
    await ada.post('/v1/projects', { name: 'After' });
    await until(
      async () => receiver.received.length >= 3 && (await waiting(other.id)) === 0,
      'the other hook',
    );
    expect(await waiting(id)).toBe(0);
    expect(receiver.received).toHaveLength(3);
  });

  test('retries an automation hook when its target fails', async () => {
    receiver.answer(503);
    const { id } = await subscribe();
    await ada.post('/v1/projects', { name: 'Later' });
    await until(async () => receiver.received.length === 1 && (await waiting(id)) === 1, 'the first attempt');
    receiver.answer(200);
    clock.advance(20_000);
    await until(() => receiver.received.length === 2, 'the second attempt');
    expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
  });

  test('an automation hook can be listed and deleted only by its creator', async () => {
    const { id } = await subscribe();
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const outsider = await parley.account();
    expect((await ada.get('/v1/automations/hooks?event=project.created')).body.data).toHaveLength(1);
    expect((await colleague.get('/v1/automations/hooks')).body.data).toEqual([]);
    expect((await colleague.delete(`/v1/automations/hooks/${id}`)).status).toBe(403);
    expect((await outsider.delete(`/v1/automations/hooks/${id}`)).status).toBe(404);
    expect((await ada.delete(`/v1/automations/hooks/${id}`)).body).toEqual({ data: { id, deleted: true } });
    expect((await ada.delete(`/v1/automations/hooks/${id}`)).status).toBe(404);
  });

  test.each([
    ['an unknown event', { event: 'video.transcribed' }, 'event'],
    ['a private address', { target_url: 'http://192.168.1.1/' }, 'target_url'],
    ['an unknown field', { secret: 'x' }, 'secret'],
  ])('an automation hook with %s is refused on the exact field', async (_, change, field) => {
    const body = { event: 'tag.created', target_url: receiver.url, ...change };
    const answer = await ada.post('/v1/automations/hooks', body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.map((row: { field: string }) => row.field)).toContain(field);
  });
});

describe('samples', () => {
  test.each(eventTypes)('include one of %s with the fields of an event', async (type: string) => {
    const { body } = await ada.get(`/v1/automations/samples/${type}`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({ type, id: expect.stringMatching(/^evt_/) });
  });

  test('returns 422 for samples of an unknown event type', async () => {
    expect((await ada.get('/v1/automations/samples/nothing.happened')).status).toBe(422);
  });
});
