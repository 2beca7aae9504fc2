import type { Clock } from '../../../foundation/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import { recordOf, skippedRecord } from './attempt-record.ts';
import type { AttemptRecord } from './attempt-store.ts';
import type { Channel, EngineSettings } from './channel.ts';
import type { ToSend } from './queue-store.ts';

const responseBytesMax = 16 * 1024; // spec §8.8
/** An attempt starts only if its lease lasts this much longer than the attempt may take. */
const leaseMarginMs = 1_000;

export interface SendDeps<Extra> {
  clock: Clock;
  log: Log;
  outbound: Outbound;
  settings: EngineSettings;
  channel: Channel<Extra>;
  leaseMs: number;
  nowMs(): number;
}

export type Leased<Extra> = ToSend<Extra> & { leasedAtMs: number };

/**
 * Makes one attempt. Returns undefined if no attempt was made or its outcome is unknown: the lease then expires, and a
 * worker claims the delivery again.
 */
export function createSender<Extra>(deps: SendDeps<Extra>) {
  const { clock, log, outbound, settings, channel, leaseMs, nowMs } = deps;
  return async (delivery: Leased<Extra>): Promise<AttemptRecord | undefined> => {
    const startedAt = clock.now();
    // A delivery that waited in this process, or whose process was suspended, may be leased by another worker by now.
    if (nowMs() - delivery.leasedAtMs > leaseMs - settings.timeoutMs - leaseMarginMs) return undefined;
    const request = channel.request(delivery, startedAt);
    if (!request) return skippedRecord(delivery, clock.now());
    try {
      const outcome = await outbound.send({
        method: 'POST',
        ...request,
        deadlineMs: settings.timeoutMs,
        maxResponseBytes: responseBytesMax,
      });
      const attempt = { delivery, startedAt, endedAt: clock.now(), headers: request.headers, outcome };
      return recordOf(attempt, channel, settings);
    } catch (error) {
      log.warn(
        { event: 'delivery.attempt_aborted', err: error, delivery_id: delivery.id },
        'an attempt ended without an outcome; the delivery is claimed again when its lease expires',
      );
      return undefined;
    }
  };
}
