import type { Queued, Turn } from '../queue-store.ts';
import {
  capOf,
  type FlowState,
  flowOf,
  isBusy,
  limits,
  type SubscriptionFlow,
  type TierFlow,
} from './flow-state.ts';

/** A subscription that was idle for this long is not sent with claims, like a new one, to make them smaller. */
const idleAfterMs = 30_000;
/** How long claims may continue after the last claimed row. Rows that were committed late can be before it. */
const rescanMs = 2_000;

/** The free slots of the subscriptions that this worker has recently sent to. */
export function turnsOf<D>(state: FlowState<D>): Turn[] {
  const { flows, nowMs } = state;
  const turns: Turn[] = [];
  for (const [subscription_id, flow] of flows) {
    if (!flow.unhealthy && !isBusy(flow) && nowMs() - flow.usedAtMs > idleAfterMs) continue;
    for (const tier of flow.tiers) {
      if (tier.after && nowMs() - tier.scannedAtMs > rescanMs) tier.after = undefined;
      turns.push({
        tier: tier.queueTier,
        subscription_id,
        freeSlots: freeSlotsOf(state, flow, tier),
        after: tier.after,
      });
    }
  }
  return turns;
}

/** Counts leased rows, in due order, as loading. `turns` are those of the claim. */
export function addLeased<D>(state: FlowState<D>, leased: Queued[], turns: Turn[]): void {
  const counts = new Map<TierFlow<D>, number>();
  for (const { subscription_id, tier: queueTier, due_at, id } of leased) {
    const tier = flowOf(state, subscription_id).tiers[queueTier];
    if (!tier.after) tier.scannedAtMs = state.nowMs();
    tier.loading++;
    tier.after = { due_at, id };
    counts.set(tier, (counts.get(tier) ?? 0) + 1);
  }
  const freeSlots = new Map(turns.map((turn) => [`${turn.tier}${turn.subscription_id}`, turn.freeSlots]));
  for (const [subscriptionId, flow] of state.flows) {
    for (const tier of flow.tiers) {
      const free = freeSlots.get(`${tier.queueTier}${subscriptionId}`) ?? limits.initial;
      if (free === 0) continue;
      tier.hasMore = (counts.get(tier) ?? 0) >= free;
      if (!tier.hasMore) tier.after = undefined;
    }
  }
}

/** Removes leased deliveries that could not be loaded. */
export function removeLeased<D>(state: FlowState<D>, leased: Queued[]): void {
  for (const { subscription_id, tier } of leased) flowOf(state, subscription_id).tiers[tier].loading--;
}

/** Whether half of the subscription's slots are free and a claim would probably find more of its deliveries. */
export function shouldClaim<D>(state: FlowState<D>, subscriptionId: string): boolean {
  const flow = flowOf(state, subscriptionId);
  return flow.tiers.some(
    (tier) =>
      tier.hasMore &&
      freeSlotsOf(state, flow, tier) >= Math.max(1, (capOf(flow, tier.queueTier) + prefetchOf(flow)) / 2),
  );
}

const prefetchOf = <D>(flow: SubscriptionFlow<D>): number =>
  !flow.unhealthy && flow.cap >= limits.max / 2 ? limits.prefetch : 0;

function freeSlotsOf<D>(
  { unhealthySending, unhealthyMax }: FlowState<D>,
  flow: SubscriptionFlow<D>,
  tier: TierFlow<D>,
): number {
  if (flow.unhealthy && unhealthySending >= unhealthyMax) return 0;
  const used = tier.sending + tier.loading + tier.waiting.length;
  return Math.max(0, capOf(flow, tier.queueTier) + prefetchOf(flow) - used);
}
