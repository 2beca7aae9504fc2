import { type Receiver, startReceiver } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

/** A queued delivery is sent only while the creator of its subscription can read the project (spec §8.11). */

let receiver: Receiver;
afterAll(() => receiver.close());
const parley = useParley();
const owner = useAccount(parley);
const colleague = useAccount(parley, () => ({ workspace_id: owner.workspace_id }));
beforeAll(async () => {
  receiver = await startReceiver();
});

const newProject = async (access: object): Promise<string> =>
  (await owner.post('/v1/projects', { name: 'Shared', ...access })).body.data.id;
const queueLengths = async () => {
  const [row] = await parley.db.query<{ webhooks: number; automations: number }>(sql`
    select (select count(*)::integer from webhook_queue) as webhooks,
           (select count(*)::integer from automation_queue) as automations`);
  return row;
};

test('deliveries queued before the creator of a webhook or automation lost access are skipped, and others are sent', async () => {
  const shared = await newProject({ visibility: 'workspace' });
  const madePrivate = await newProject({ visibility: 'workspace' });
  const unshared = await newProject({ visibility: 'private', member_ids: [colleague.user_id] });
  const { body: webhook } = await colleague.post('/v1/webhooks', {
    url: receiver.url,
    events: ['tag.created'],
  });
  await colleague.post('/v1/automations/hooks', { event: 'tag.created', target_url: receiver.url });
  for (const project of [shared, madePrivate, unshared])
    expect((await owner.post(`/v1/projects/${project}/tags`, { name: 'Price' })).status).toBe(201);
  expect(await queueLengths()).toEqual({ webhooks: 3, automations: 3 });
  await owner.patch(`/v1/projects/${madePrivate}`, { visibility: 'private' });
  await owner.patch(`/v1/projects/${unshared}`, { member_ids: [] });

  parley.startWork();
  await until(async () => {
    const left = await queueLengths();
    return left?.webhooks === 0 && left.automations === 0;
  }, 'the queues to be empty');

  const sent = receiver.received.map(({ body }) => JSON.parse(String(body)).data.project_id);
  expect(sent).toEqual([shared, shared]);
  const { body: deliveries } = await colleague.get(`/v1/webhooks/${webhook.data.id}/deliveries`);
  const states = deliveries.data.map(
    ({
      status,
      error,
      attempted_at,
    }: {
      status: string;
      error: string | null;
      attempted_at: string | null;
    }) => `${status} ${error} ${attempted_at === null}`,
  );
  expect(states.toSorted()).toEqual([
    'skipped subscription_disabled true',
    'skipped subscription_disabled true',
    'succeeded null false',
  ]);
});
