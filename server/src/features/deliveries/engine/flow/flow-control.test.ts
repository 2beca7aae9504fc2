import { describe, expect, it } from 'vitest';
import { type Queued, type QueueTier, queueTiers } from '../queue-store.ts';
import { createFlowControl } from './flow-control.ts';

const at = new Date('2026-11-16T12:00:00Z');
let made = 0;

function delivery(subscription_id: string, tier: QueueTier = queueTiers.first): Queued {
  return {
    id: `dlv_${String(++made).padStart(6, '0')}`,
    subscription_id,
    event_id: 'evt_1',
    event_created_at: at,
    event_type: 'tag.created',
    attempt: 1,
    once: false,
    tier,
    due_at: at,
    lease_token: 'token',
    created_at: at,
    expired: false,
    body: null,
  };
}
const deliveries = (subscription: string, count: number) =>
  Array.from({ length: count }, () => delivery(subscription));

function startFlow(capacity = 768) {
  const flow = createFlowControl<Queued>({ capacity, nowMs: () => 0 });
  return {
    ...flow,
    add(rows: Queued[]) {
      flow.addLeased(rows, flow.turns());
      flow.addLoaded(rows);
    },
    freeSlotsOf: (subscription: string) =>
      flow.turns().find((turn) => turn.subscription_id === subscription && turn.tier === queueTiers.first)
        ?.freeSlots,
  };
}

describe('a leased delivery that is not loaded yet', () => {
  it('uses a slot and is not sent', () => {
    const flow = startFlow();
    const rows = deliveries('a', 5);
    flow.addLeased(rows, flow.turns());
    expect(flow.freeSlotsOf('a')).toBe(3);
    expect(flow.takeSendable()).toEqual([]);
    flow.addLoaded(rows);
    expect(flow.freeSlotsOf('a')).toBe(3);
    expect(flow.takeSendable()).toEqual(rows);
  });

  it('frees its slot if it cannot be loaded', () => {
    const flow = startFlow();
    const rows = deliveries('a', 8);
    flow.addLeased(rows, flow.turns());
    expect(flow.freeSlotsOf('a')).toBe(0);
    flow.removeLeased(rows);
    expect(flow.freeSlotsOf('a')).toBe(8);
    expect(flow.takeUnsent()).toEqual([]);
  });
});

describe('a finished attempt', () => {
  it('frees a slot for the next delivery of its subscription', () => {
    const flow = startFlow();
    const [first, ...rest] = deliveries('a', 10) as [Queued, ...Queued[]];
    flow.add([first, ...rest]);
    expect(flow.takeSendable()).toHaveLength(8);
    flow.finish(first, { succeeded: true, durationMs: 10 });
    // One slot is free again, and the fast success adds one.
    expect(flow.takeSendable('a')).toEqual(rest.slice(7));
  });

  it('frees a slot for other unhealthy subscriptions after a slow attempt', () => {
    const flow = startFlow(8);
    for (const name of ['a', 'b', 'c']) {
      const rows = deliveries(name, 2);
      flow.add(rows);
      for (const row of flow.takeSendable()) flow.finish(row, { succeeded: false, durationMs: 5_000 });
    }
    const again = ['a', 'b', 'c'].flatMap((name) => deliveries(name, 2));
    flow.add(again);
    const sending = flow.takeSendable();
    expect(sending.map((row) => row.subscription_id)).toEqual(['a', 'a', 'b', 'b']);
    flow.finish(sending[0] as Queued, { succeeded: false, durationMs: 5_000 });
    expect(flow.takeSendable('a').map((row) => row.subscription_id)).toEqual(['c']);
  });

  it('frees all slots of a subscription for unhealthy subscriptions after a fast attempt', () => {
    const flow = startFlow(4);
    for (const name of ['a', 'b']) {
      flow.add([delivery(name)]);
      for (const row of flow.takeSendable()) flow.finish(row, { succeeded: false, durationMs: 5_000 });
    }
    flow.add([...deliveries('a', 2), ...deliveries('b', 2)]);
    const sending = flow.takeSendable();
    expect(sending.map((row) => row.subscription_id)).toEqual(['a', 'a']);
    flow.finish(sending[0] as Queued, { succeeded: true, durationMs: 10 });
    expect(flow.takeSendable('a').map((row) => row.subscription_id)).toEqual(['b', 'b']);
  });
});
