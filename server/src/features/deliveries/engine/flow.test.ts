import { describe, expect, it } from 'vitest';
import { createFlowControl } from './flow.ts';
import { type Lane, lanes, type Queued } from './queue-store.ts';

const at = new Date('2026-11-16T12:00:00Z');
let made = 0;

function delivery(subscription_id: string, lane: Lane = lanes.first): Queued {
  return {
    id: `dlv_${String(++made).padStart(6, '0')}`,
    subscription_id,
    event_id: 'evt_1',
    event_created_at: at,
    event_type: 'tag.created',
    attempt: 1,
    once: false,
    lane,
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
    arrive(rows: Queued[]) {
      flow.expect(rows, flow.turns());
      flow.admit(rows);
    },
    roomOf: (subscription: string) =>
      flow.turns().find((turn) => turn.subscription_id === subscription && turn.lane === lanes.first)?.room,
  };
}

describe('what is leased and not yet read', () => {
  it('takes room, and is not sent', () => {
    const flow = startFlow();
    const rows = deliveries('a', 5);
    flow.expect(rows, flow.turns());
    expect(flow.roomOf('a')).toBe(3);
    expect(flow.takeSendable()).toEqual([]);
    flow.admit(rows);
    expect(flow.roomOf('a')).toBe(3);
    expect(flow.takeSendable()).toEqual(rows);
  });

  it('gives its room back when it does not come', () => {
    const flow = startFlow();
    const rows = deliveries('a', 8);
    flow.expect(rows, flow.turns());
    expect(flow.roomOf('a')).toBe(0);
    flow.dismiss(rows);
    expect(flow.roomOf('a')).toBe(8);
    expect(flow.abandon()).toEqual([]);
  });
});

describe('an answer', () => {
  it('lets the next of its own subscription go', () => {
    const flow = startFlow();
    const [first, ...rest] = deliveries('a', 10) as [Queued, ...Queued[]];
    flow.arrive([first, ...rest]);
    expect(flow.takeSendable()).toHaveLength(8);
    flow.finish(first, true, 10);
    // One place is free again, and a quick success is worth one more.
    expect(flow.takeSendable('a')).toEqual(rest.slice(7));
  });

  it('that was slow lets others go that only waited for their like', () => {
    const flow = startFlow(8);
    for (const name of ['a', 'b', 'c']) {
      const rows = deliveries(name, 2);
      flow.arrive(rows);
      for (const row of flow.takeSendable()) flow.finish(row, false, 5_000);
    }
    const again = ['a', 'b', 'c'].flatMap((name) => deliveries(name, 2));
    flow.arrive(again);
    const sending = flow.takeSendable();
    expect(sending.map((row) => row.subscription_id)).toEqual(['a', 'a', 'b', 'b']);
    flow.finish(sending[0] as Queued, false, 5_000);
    expect(flow.takeSendable('a').map((row) => row.subscription_id)).toEqual(['c']);
  });

  it('that was well frees the part of the suspects it had taken', () => {
    const flow = startFlow(4);
    for (const name of ['a', 'b']) {
      flow.arrive([delivery(name)]);
      for (const row of flow.takeSendable()) flow.finish(row, false, 5_000);
    }
    flow.arrive([...deliveries('a', 2), ...deliveries('b', 2)]);
    const sending = flow.takeSendable();
    expect(sending.map((row) => row.subscription_id)).toEqual(['a', 'a']);
    flow.finish(sending[0] as Queued, true, 10);
    expect(flow.takeSendable('a').map((row) => row.subscription_id)).toEqual(['b', 'b']);
  });
});
