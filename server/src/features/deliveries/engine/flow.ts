import { type Queued, type QueueTier, queueTiers, type Turn } from './queue-store.ts';

/** How many deliveries of one subscription may be in flight in one worker (spec §8.13). */
const limits = {
  /** A subscription that this worker has not sent to yet. */
  initial: 8,
  max: 64,
  min: 2,
  /** Retries get at most one slot for this many slots of first attempts. */
  retryShare: 4,
  /** Rows claimed in advance for a subscription with fast responses, so that a free slot is used immediately. */
  prefetch: 128,
  fastMs: 250,
  slowMs: 1_000,
};

const removeAfterMs = 10 * 60_000;
/** A subscription that was idle for this long is not sent with claims, like a new one, to make them smaller. */
const idleAfterMs = 30_000;
/** How long claims may continue after the last claimed row. Rows that were committed late can be before it. */
const rescanMs = 2_000;

interface TierFlow {
  queueTier: QueueTier;
  /** Attempts in flight. */
  sending: number;
  /** Leased, but payload and subscription are not loaded yet. */
  loading: number;
  /** Loaded, but not sent yet. */
  waiting: Queued[];
  /** The last claimed row: the next claim searches after it. Undefined: from the start. */
  after: { due_at: Date; id: string } | undefined;
  /** When the search last began at the start, in milliseconds. */
  scannedAtMs: number;
  /** The last claim used all free slots, so there are probably more rows. */
  hasMore: boolean;
}

interface SubscriptionFlow {
  /** The limit of attempts in flight, which adapts to the responses. */
  cap: number;
  /** The last attempt failed or was slow. */
  unhealthy: boolean;
  usedAtMs: number;
  tiers: [TierFlow, TierFlow];
}

// biome-ignore lint/suspicious/noExplicitAny: flow control does not use the additional fields of a delivery.
export type FlowControl = ReturnType<typeof createFlowControl<any>>;

export interface FlowOptions {
  /** The most rows that a worker leases: in flight, waiting or not yet recorded. */
  capacity: number;
  nowMs(): number;
}

/**
 * Limits the attempts in flight per subscription. The limit starts low, increases with every fast success and is halved
 * by every failure. Failing or slow subscriptions together get at most half of the worker's slots.
 */
export function createFlowControl<D extends Queued>({ capacity, nowMs }: FlowOptions) {
  const flows = new Map<string, SubscriptionFlow>();
  const unhealthyMax = capacity / 2;
  let unhealthySending = 0;
  /** A delivery waits for a slot of the unhealthy subscriptions, not for one of its own subscription. */
  let unhealthyWaits = false;

  const newTierFlow = (queueTier: QueueTier): TierFlow => ({
    queueTier,
    sending: 0,
    loading: 0,
    waiting: [],
    after: undefined,
    scannedAtMs: 0,
    hasMore: false,
  });
  const flowOf = (subscriptionId: string): SubscriptionFlow => {
    let flow = flows.get(subscriptionId);
    if (!flow) {
      flow = {
        cap: limits.initial,
        unhealthy: false,
        usedAtMs: nowMs(),
        tiers: [newTierFlow(queueTiers.first), newTierFlow(queueTiers.retry)],
      };
      flows.set(subscriptionId, flow);
    }
    return flow;
  };
  const isBusy = (flow: SubscriptionFlow) =>
    flow.tiers.some((tier) => tier.sending + tier.loading + tier.waiting.length > 0);
  const capOf = (flow: SubscriptionFlow, queueTier: QueueTier) =>
    queueTier === queueTiers.first ? flow.cap : Math.max(1, Math.floor(flow.cap / limits.retryShare));
  const prefetchOf = (flow: SubscriptionFlow) =>
    !flow.unhealthy && flow.cap >= limits.max / 2 ? limits.prefetch : 0;
  const maySend = (flow: SubscriptionFlow, tier: TierFlow) => {
    if (tier.sending >= capOf(flow, tier.queueTier)) return false;
    if (!flow.unhealthy || unhealthySending < unhealthyMax) return true;
    unhealthyWaits = true;
    return false;
  };
  const freeSlotsOf = (flow: SubscriptionFlow, tier: TierFlow) => {
    const free =
      capOf(flow, tier.queueTier) + prefetchOf(flow) - tier.sending - tier.loading - tier.waiting.length;
    return Math.max(0, flow.unhealthy && unhealthySending >= unhealthyMax ? 0 : free);
  };

  return {
    initialSlots: limits.initial,

    /** The free slots of the subscriptions that this worker has recently sent to. */
    turns(): Turn[] {
      const turns: Turn[] = [];
      for (const [subscription_id, flow] of flows) {
        if (!flow.unhealthy && !isBusy(flow) && nowMs() - flow.usedAtMs > idleAfterMs) continue;
        for (const tier of flow.tiers) {
          if (tier.after && nowMs() - tier.scannedAtMs > rescanMs) tier.after = undefined;
          turns.push({
            tier: tier.queueTier,
            subscription_id,
            freeSlots: freeSlotsOf(flow, tier),
            after: tier.after,
          });
        }
      }
      return turns;
    },

    /** Counts leased rows, in due order, as loading. `turns` are those of the claim. */
    addLeased(leased: Queued[], turns: Turn[]): void {
      const counts = new Map<TierFlow, number>();
      for (const { subscription_id, tier: queueTier, due_at, id } of leased) {
        const tier = flowOf(subscription_id).tiers[queueTier];
        if (!tier.after) tier.scannedAtMs = nowMs();
        tier.loading++;
        tier.after = { due_at, id };
        counts.set(tier, (counts.get(tier) ?? 0) + 1);
      }
      const freeSlots = new Map(turns.map((turn) => [`${turn.tier}${turn.subscription_id}`, turn.freeSlots]));
      for (const [subscriptionId, flow] of flows) {
        for (const tier of flow.tiers) {
          const free = freeSlots.get(`${tier.queueTier}${subscriptionId}`) ?? limits.initial;
          if (free === 0) continue;
          tier.hasMore = (counts.get(tier) ?? 0) >= free;
          if (!tier.hasMore) tier.after = undefined;
        }
      }
    },

    /** Takes over leased deliveries whose payload and subscription are loaded. */
    addLoaded(deliveries: D[]): void {
      for (const delivery of deliveries) {
        const tier = flowOf(delivery.subscription_id).tiers[delivery.tier];
        tier.loading--;
        tier.waiting.push(delivery);
      }
    },

    /** Removes leased deliveries that could not be loaded. */
    removeLeased(leased: Queued[]): void {
      for (const { subscription_id, tier } of leased) flowOf(subscription_id).tiers[tier].loading--;
    },

    /** The deliveries that can be sent now: those of one subscription after its response, or of all. `finish` each of them. */
    takeSendable(respondedSubscription?: string): D[] {
      const one =
        respondedSubscription === undefined || unhealthyWaits ? undefined : flows.get(respondedSubscription);
      unhealthyWaits = false;
      const taken: D[] = [];
      for (const flow of one ? [one] : flows.values()) {
        for (const tier of flow.tiers) {
          while (tier.waiting.length > 0 && maySend(flow, tier)) {
            taken.push(tier.waiting.shift() as D);
            tier.sending++;
            if (flow.unhealthy) unhealthySending++;
          }
        }
      }
      return taken;
    },

    /** Frees the slot of a sent delivery and adapts the limit of its subscription to the result. */
    finish(delivery: D, { succeeded, durationMs }: { succeeded: boolean; durationMs: number }): void {
      const flow = flowOf(delivery.subscription_id);
      const tier = flow.tiers[delivery.tier];
      if (flow.unhealthy) unhealthySending--;
      tier.sending--;
      flow.usedAtMs = nowMs();
      const otherSending = flow.tiers[0].sending + flow.tiers[1].sending;
      const unhealthy = !succeeded || durationMs > limits.slowMs;
      if (unhealthy !== flow.unhealthy) {
        unhealthySending += unhealthy ? otherSending : -otherSending;
        flow.unhealthy = unhealthy;
      }
      if (unhealthy) flow.cap = Math.max(limits.min, Math.floor(flow.cap / 2));
      else if (durationMs < limits.fastMs || flow.cap < limits.initial)
        flow.cap = Math.min(limits.max, flow.cap + 1);
    },

    /** Whether half of the subscription's slots are free and a claim would probably find more of its deliveries. */
    shouldClaim(subscriptionId: string): boolean {
      const flow = flowOf(subscriptionId);
      return flow.tiers.some(
        (tier) =>
          tier.hasMore &&
          freeSlotsOf(flow, tier) >= Math.max(1, (capOf(flow, tier.queueTier) + prefetchOf(flow)) / 2),
      );
    },

    /** Removes and returns the deliveries that were not sent, so that their leases can be released. */
    takeUnsent(): D[] {
      const unsent: D[] = [];
      for (const flow of flows.values()) {
        for (const tier of flow.tiers) unsent.push(...(tier.waiting.splice(0) as D[]));
      }
      return unsent;
    },

    /** Removes the state of idle subscriptions. */
    prune(): void {
      for (const [id, flow] of flows) {
        if (!isBusy(flow) && nowMs() - flow.usedAtMs > removeAfterMs) flows.delete(id);
      }
    },
  };
}
