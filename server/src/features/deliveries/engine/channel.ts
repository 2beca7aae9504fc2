import type { Outcome } from '../../../platform/outbound/index.ts';
import type { RecordHooks } from './attempt-store.ts';
import type { DeliveryKind, SubscriptionSource, ToSend } from './queue-store.ts';

/** What differs between webhooks and automations. */
export interface Channel<Extra> extends SubscriptionSource {
  kind: DeliveryKind;
  /** Whether the response to a failed attempt is stored for the owner of the subscription. */
  storesResponses: boolean;
  /** The request to send, or undefined to skip the delivery because the subscription has ended. */
  request(
    delivery: ToSend<Extra>,
    now: Date,
  ): { url: string; headers: Record<string, string>; body: Buffer } | undefined;
  /** Whether a failure must not be retried even if attempts remain. */
  isFinal?(outcome: Outcome): boolean;
  recordHooks: RecordHooks;
}

export interface EngineSettings {
  retryDelaysSeconds: readonly number[];
  timeoutMs: number;
  jitter: boolean;
  /** How often the engine claims without a hint. */
  pollMs: number;
}
