import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Capacity } from './capacity.ts';
import type { FlowControl } from './flow.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { type DeliveryKind, lanes, lease, type Place, type Queued } from './queue-store.ts';

const claimMax = 256;
const start: Place = { lane: lanes.first, subscription_id: '' };

export interface ClaimDeps {
  db: Db;
  clock: Clock;
  kind: DeliveryKind;
  leaseMs: number;
  flow: FlowControl;
  capacity: Capacity;
  metrics: DeliveryMetrics;
}

export interface Claim {
  deliveries: Queued[];
  /** Whether to claim again at once: the round is not finished, or it left due deliveries behind. */
  more: boolean;
}

/** Leases due deliveries, in rounds through the subscriptions: each gets its turn, however many deliveries others have. */
export function createClaimer(deps: ClaimDeps) {
  const { flow, capacity } = deps;
  let position = start;
  /** A claim of this round used all its slots, so due deliveries may be left. */
  let wasLimited = false;

  return {
    isAtStart: () => position === start,
    async claim(): Promise<Claim> {
      const slots = Math.min(claimMax, capacity.free());
      const turns = flow.turns();
      const { deliveries, next } = await lease(deps.db, {
        kind: deps.kind,
        now: deps.clock.now(),
        leaseMs: deps.leaseMs,
        slots,
        from: position,
        turns,
        freshRoom: flow.freshRoom,
      });
      capacity.take(deliveries.length);
      deps.metrics.claimed(deliveries);
      flow.expect(deliveries, turns);
      position = next ?? start;
      wasLimited ||= deliveries.length === slots;
      if (next) return { deliveries, more: true };
      const more = wasLimited;
      wasLimited = false;
      return { deliveries, more };
    },
  };
}
