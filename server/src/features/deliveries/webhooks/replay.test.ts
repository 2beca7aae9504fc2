import { beforeEach, expect, test } from 'vitest';
import { type Account, createTestClock, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
let ada: Account;

// Without workers, so that the queued deliveries can be counted.
const parley = useParley({ clock });
beforeEach(async () => {
  ada = await parley.account();
});

const subscribe = async (who: Account): Promise<string> => {
  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['project.created'] };
  return (await who.post('/v1/webhooks', webhook)).body.data.id;
};
const replay = (who: Account, id: string) =>
  who.post(`/v1/webhooks/${id}/replay`, { since: new Date(clock.now().getTime() - 60_000).toISOString() });

test('concurrent replays queue each missed event once', async () => {
  for (let i = 0; i < 3; i++) await ada.post('/v1/projects', { name: `p${i}` });
  const id = await subscribe(ada);
  const requests = 5;
  const answers = await parley.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from webhooks where id = ${id} for no key update`);
    const replays = Array.from({ length: requests }, () => replay(ada, id));
    // All replays have started, and none has searched for missed events yet.
    await until(async () => {
      const [row] = await parley.db.query<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`);
      return row?.waiting === requests;
    }, 'all replays wait for the webhook');
    return { replays };
  });
  const counts = (await Promise.all(answers.replays)).map((answer) => answer.body.data.delivery_count);
  expect(counts.sort()).toEqual([0, 0, 0, 0, 3]);
  const rows = await parley.db.query(sql`select 1 from webhook_queue where subscription_id = ${id}`);
  expect(rows).toHaveLength(3);
});

test('a replay skips events of projects that the creator of the webhook cannot read', async () => {
  const member = await parley.account({ workspace_id: ada.workspace_id });
  await ada.post('/v1/projects', { name: 'private' });
  await ada.post('/v1/projects', { name: 'for all', visibility: 'workspace' });
  await ada.post('/v1/projects', { name: 'for one', member_ids: [member.user_id] });
  const unshared = (await ada.post('/v1/projects', { name: 'was shared', visibility: 'workspace' })).body
    .data;
  await ada.patch(`/v1/projects/${unshared.id}`, { visibility: 'private' });
  const id = await subscribe(member);
  expect((await replay(member, id)).body.data.delivery_count).toBe(2);
  const bodies = await parley.db.query<{ name: string }>(sql`
    select convert_from(e.body, 'utf8')::jsonb #>> '{data,name}' as name
      from webhook_queue q join events e on e.id = q.event_id where q.subscription_id = ${id} order by 1`);
  expect(bodies.map((row) => row.name)).toEqual(['for all', 'for one']);
});
