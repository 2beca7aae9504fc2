import { type Queued, type QueueTier, queueTiers } from '../queue-store.ts';

/** How many deliveries of one subscription may be in flight in one worker (spec §8.13). */
export const limits = {
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

export interface TierFlow<D> {
  queueTier: QueueTier;
  /** Attempts in flight. */
  sending: number;
  /** Leased, but payload and subscription are not loaded yet. */
  loading: number;
  /** Loaded, but not sent yet. */
  waiting: D[];
  /** The last claimed row: the next claim searches after it. Undefined: from the start. */
  after: { due_at: Date; id: string } | undefined;
  /** When the search last began at the start, in milliseconds. */
  scannedAtMs: number;
  /** The last claim used all free slots, so there are probably more rows. */
  hasMore: boolean;
}

export interface SubscriptionFlow<D> {
  /** The limit of attempts in flight, which adapts to the responses. */
  cap: number;
  /** The last attempt failed or was slow. */
  unhealthy: boolean;
  usedAtMs: number;
  tiers: [TierFlow<D>, TierFlow<D>];
}

/** What one worker knows about the subscriptions that it sends to. */
export interface FlowState<D> {
  readonly flows: Map<string, SubscriptionFlow<D>>;
  /** The most attempts in flight of all unhealthy subscriptions together. */
  readonly unhealthyMax: number;
  readonly nowMs: () => number;
  unhealthySending: number;
  /** A delivery waits for a slot of the unhealthy subscriptions, not for one of its own subscription. */
  unhealthyWaits: boolean;
}

export interface FlowOptions {
  /** The most rows that a worker leases: in flight, waiting or not yet recorded. */
  capacity: number;
  nowMs(): number;
}

export const newFlowState = <D extends Queued>({ capacity, nowMs }: FlowOptions): FlowState<D> => ({
  flows: new Map(),
  unhealthyMax: capacity / 2,
  nowMs,
  unhealthySending: 0,
  unhealthyWaits: false,
});

const newTierFlow = <D>(queueTier: QueueTier): TierFlow<D> => ({
  queueTier,
  sending: 0,
  loading: 0,
  waiting: [],
  after: undefined,
  scannedAtMs: 0,
  hasMore: false,
});

/** The flow of a subscription; a new one for a subscription that this worker has not sent to yet. */
export function flowOf<D>({ flows, nowMs }: FlowState<D>, subscriptionId: string): SubscriptionFlow<D> {
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
}

export const isBusy = <D>(flow: SubscriptionFlow<D>): boolean =>
  flow.tiers.some((tier) => tier.sending + tier.loading + tier.waiting.length > 0);

export const capOf = <D>(flow: SubscriptionFlow<D>, queueTier: QueueTier): number =>
  queueTier === queueTiers.first ? flow.cap : Math.max(1, Math.floor(flow.cap / limits.retryShare));
