import type { Queued, Turn } from '../queue-store.ts';
import { type AttemptResult, addLoaded, finish, takeSendable, takeUnsent } from './attempts.ts';
import { addLeased, removeLeased, shouldClaim, turnsOf } from './claims.ts';
import { type FlowOptions, type FlowState, isBusy, limits, newFlowState } from './flow-state.ts';

const removeAfterMs = 10 * 60_000;

// biome-ignore lint/suspicious/noExplicitAny: flow control does not use the additional fields of a delivery.
export type FlowControl = ReturnType<typeof createFlowControl<any>>;

/**
 * Limits the attempts in flight per subscription. The limit starts low, increases with every fast success and is halved
 * by every failure. Failing or slow subscriptions together get at most half of the worker's slots.
 */
export function createFlowControl<D extends Queued>(options: FlowOptions) {
  const state = newFlowState<D>(options);
  return {
    initialSlots: limits.initial,
    turns: () => turnsOf(state),
    addLeased: (leased: Queued[], turns: Turn[]) => addLeased(state, leased, turns),
    removeLeased: (leased: Queued[]) => removeLeased(state, leased),
    addLoaded: (deliveries: D[]) => addLoaded(state, deliveries),
    takeSendable: (respondedSubscription?: string) => takeSendable(state, respondedSubscription),
    finish: (delivery: D, result: AttemptResult) => finish(state, delivery, result),
    shouldClaim: (subscriptionId: string) => shouldClaim(state, subscriptionId),
    takeUnsent: () => takeUnsent(state),
    prune: () => prune(state),
  };
}

/** Removes the state of idle subscriptions. */
function prune<D>({ flows, nowMs }: FlowState<D>): void {
  for (const [id, flow] of flows) {
    if (!isBusy(flow) && nowMs() - flow.usedAtMs > removeAfterMs) flows.delete(id);
  }
}
