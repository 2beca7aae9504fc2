import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Capacity } from './capacity.ts';
import type { FlowControl } from './flow/flow-control.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { type DeliveryKind, lease, type Queued, queueTiers, type RoundPosition } from './queue-store.ts';

const claimMax = 256;
const start: RoundPosition = { tier: queueTiers.first, subscription_id: '' };

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
  /** Whether to claim again immediately: the round is not finished, or due deliveries remain. */
  more: boolean;
}

/** Leases due deliveries in rounds over the subscriptions, so that a long backlog of one does not delay the others. */
export function createClaimer(deps: ClaimDeps) {
  const { flow, capacity } = deps;
  let position = start;
  /** A claim of this round used all its slots, so more deliveries may be due. */
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
        initialSlots: flow.initialSlots,
      });
      capacity.take(deliveries.length);
      deps.metrics.claimed(deliveries);
      flow.addLeased(deliveries, turns);
      position = next ?? start;
      wasLimited ||= deliveries.length === slots;
      if (next) return { deliveries, more: true };
      const more = wasLimited;
      wasLimited = false;
      return { deliveries, more };
    },
  };
}
