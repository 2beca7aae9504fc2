import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import { createInFlight, retryDelayMs } from './background.ts';
import { capacityMax, createCapacity } from './capacity.ts';
import type { Channel, EngineSettings } from './channel.ts';
import { createClaimer } from './claim.ts';
import { createFlowControl } from './flow/flow-control.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { load, type Queued, release, vacuumQueue } from './queue-store.ts';
import { createRecorder } from './record.ts';
import { createSender, type Leased } from './send.ts';
import { createSignal, pause } from './signal.ts';

export interface EngineDeps {
  db: Database;
  clock: Clock;
  log: Log;
  outbound: Outbound;
  settings: EngineSettings;
  metrics: DeliveryMetrics;
  /** Measures the age of leases. The default is the monotonic clock of the process. */
  nowMs?(): number;
}

export interface Engine {
  start(): void;
  /** A hint that deliveries are due. Without it the next poll finds them. */
  wake(): void;
  /** Finishes and records the attempts in flight, and releases the other leases. */
  stop(): Promise<void>;
  /** Whether the engine could read its queue in the last 30 seconds. */
  isHealthy(): boolean;
}

/** Time beyond an attempt's time-out to record its result. With the default time-out a killed worker's leases last 15 s. */
const leaseBeyondTimeoutMs = 10_000;
const maintenanceMs = 1_000;
const vacuumAfterRecords = 20_000;
const healthyMs = 30_000;

/** Claims, sends and records deliveries until it is stopped. Any number of engines may work on one database. */
export function createEngine<Extra>(deps: EngineDeps, channel: Channel<Extra>): Engine {
  const { db, clock, log, settings, metrics } = deps;
  const { kind, recordHooks } = channel;
  const nowMs = deps.nowMs ?? (() => performance.now());
  const leaseMs = settings.timeoutMs + leaseBeyondTimeoutMs;
  const flow = createFlowControl<Leased<Extra>>({ capacity: capacityMax, nowMs });
  const capacity = createCapacity();
  const loads = createInFlight();
  const attempts = createInFlight();
  const claimer = createClaimer({ db, clock, kind, leaseMs, flow, capacity, metrics });
  const send = createSender({ ...deps, channel, leaseMs, nowMs });
  const recorder = createRecorder({
    db,
    log,
    kind,
    recordHooks,
    capacity,
    metrics,
    attemptsInFlight: attempts.count,
  });
  const due = createSignal();
  const stopped = createSignal();
  let running: Promise<unknown> | undefined;
  let stopping = false;
  let claimedAtMs = nowMs();

  async function claimAndSend(): Promise<boolean> {
    const leasedAtMs = nowMs();
    const { deliveries, more } = await claimer.claim();
    claimedAtMs = nowMs();
    if (deliveries.length > 0) loads.add(loadAndSend(deliveries, leasedAtMs));
    // An attempt that ended without an outcome freed its slot but did not start another attempt.
    else sendWaiting();
    return more;
  }

  /** Loads payloads and subscriptions of the leased batch concurrently with the next claim. */
  async function loadAndSend(leased: Queued[], leasedAtMs: number): Promise<void> {
    try {
      const deliveries = await load<Extra>(db, channel, leased);
      flow.addLoaded(deliveries.map((delivery) => Object.assign(delivery, { leasedAtMs })));
    } catch (error) {
      log.warn(
        { event: 'delivery.load_failed', err: error, kind },
        'leased deliveries could not be read; they are claimed again when their lease expires',
      );
      flow.removeLeased(leased);
      capacity.release(leased.length);
    }
    if (!stopping) sendWaiting();
  }

  function sendWaiting(respondedSubscription?: string): void {
    for (const delivery of flow.takeSendable(respondedSubscription)) attempts.add(attempt(delivery));
  }

  async function attempt(delivery: Leased<Extra>): Promise<void> {
    const record = await send(delivery);
    if (!record) {
      flow.finish(delivery, { succeeded: true, durationMs: 0 });
      capacity.release(1);
      return;
    }
    flow.finish(delivery, {
      succeeded: record.status !== 'failed',
      durationMs: record.duration_ms ?? 0,
    });
    recorder.add(record);
    if (stopping) return;
    sendWaiting(delivery.subscription_id);
    if (flow.shouldClaim(delivery.subscription_id)) due.raise();
  }

  async function claimUntilStopped(): Promise<void> {
    let woken = due.arm();
    for (let failures = 0; !stopping; ) {
      if (!capacity.isSufficient()) {
        await capacity.untilReleased();
        continue;
      }
      // Armed once for a whole round: a hint during the round starts the next one.
      if (claimer.isAtStart()) woken = due.arm();
      try {
        const more = await claimAndSend();
        failures = 0;
        if (!more) await pause(settings.pollMs, woken);
      } catch (error) {
        log.warn(
          { event: 'delivery.claim_failed', err: error, kind },
          'the queue could not be read; the claim is repeated',
        );
        await pause(retryDelayMs(failures++));
      }
    }
  }

  /** Vacuums the queue's table and removes the state of idle subscriptions. */
  async function maintainUntilStopped(): Promise<void> {
    let recorded = 0;
    while (!stopping) {
      recorded += recorder.takeWrittenCount();
      try {
        if (recorded > vacuumAfterRecords) {
          recorded = 0;
          await vacuumQueue(db, kind);
        }
        flow.prune();
      } catch (error) {
        log.debug({ event: 'delivery.vacuum_failed', err: error, kind }, 'the queue could not be vacuumed');
      }
      // A new promise each time, because handlers on one long-lived promise would accumulate.
      if (!stopping) await pause(maintenanceMs, stopped.arm());
    }
  }

  return {
    start() {
      running ??= Promise.all([claimUntilStopped(), maintainUntilStopped()]);
    },
    wake: due.raise,
    async stop() {
      stopping = true;
      stopped.raise();
      due.raise();
      capacity.interrupt();
      await running;
      await loads.done();
      await release(db, kind, flow.takeUnsent()).catch((error: unknown) =>
        log.warn(
          { event: 'delivery.release_failed', err: error, kind },
          'unsent deliveries could not be released; they are claimed again when their lease expires',
        ),
      );
      await attempts.done();
      await recorder.done();
    },
    isHealthy: () => running === undefined || nowMs() - claimedAtMs < healthyMs,
  };
}
