import type { Queued } from '../queue-store.ts';
import { capOf, type FlowState, flowOf, limits, type SubscriptionFlow, type TierFlow } from './flow-state.ts';

/** Takes over leased deliveries whose payload and subscription are loaded. */
export function addLoaded<D extends Queued>(state: FlowState<D>, deliveries: D[]): void {
  for (const delivery of deliveries) {
    const tier = flowOf(state, delivery.subscription_id).tiers[delivery.tier];
    tier.loading--;
    tier.waiting.push(delivery);
  }
}

/** The deliveries that can be sent now: those of one subscription after its response, or of all. `finish` each of them. */
export function takeSendable<D>(state: FlowState<D>, respondedSubscription?: string): D[] {
  const one =
    respondedSubscription === undefined || state.unhealthyWaits
      ? undefined
      : state.flows.get(respondedSubscription);
  state.unhealthyWaits = false;
  const taken: D[] = [];
  for (const flow of one ? [one] : state.flows.values()) {
    for (const tier of flow.tiers) {
      while (tier.waiting.length > 0 && maySend(state, flow, tier)) {
        taken.push(tier.waiting.shift() as D);
        tier.sending++;
        if (flow.unhealthy) state.unhealthySending++;
      }
    }
  }
  return taken;
}

function maySend<D>(state: FlowState<D>, flow: SubscriptionFlow<D>, tier: TierFlow<D>): boolean {
  if (tier.sending >= capOf(flow, tier.queueTier)) return false;
  if (!flow.unhealthy || state.unhealthySending < state.unhealthyMax) return true;
  state.unhealthyWaits = true;
  return false;
}

export interface AttemptResult {
  succeeded: boolean;
  durationMs: number;
}

/** Frees the slot of a sent delivery and adapts the limit of its subscription to the result. */
export function finish<D extends Queued>(state: FlowState<D>, delivery: D, result: AttemptResult): void {
  const flow = flowOf(state, delivery.subscription_id);
  if (flow.unhealthy) state.unhealthySending--;
  flow.tiers[delivery.tier].sending--;
  flow.usedAtMs = state.nowMs();
  const unhealthy = !result.succeeded || result.durationMs > limits.slowMs;
  setHealth(state, flow, unhealthy);
  if (unhealthy) flow.cap = Math.max(limits.min, Math.floor(flow.cap / 2));
  else if (result.durationMs < limits.fastMs || flow.cap < limits.initial)
    flow.cap = Math.min(limits.max, flow.cap + 1);
}

/** The attempts in flight of the subscription count as unhealthy from now on, or no longer. */
function setHealth<D>(state: FlowState<D>, flow: SubscriptionFlow<D>, unhealthy: boolean): void {
  if (unhealthy === flow.unhealthy) return;
  const sending = flow.tiers[0].sending + flow.tiers[1].sending;
  state.unhealthySending += unhealthy ? sending : -sending;
  flow.unhealthy = unhealthy;
}

/** Removes and returns the deliveries that were not sent, so that their leases can be released. */
export function takeUnsent<D>({ flows }: FlowState<D>): D[] {
  const unsent: D[] = [];
  for (const flow of flows.values()) {
    for (const tier of flow.tiers) unsent.push(...tier.waiting.splice(0));
  }
  return unsent;
}
