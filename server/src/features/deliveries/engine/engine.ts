import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Outbound, Outcome } from '../../../platform/outbound/index.ts';
import { excerpt } from './excerpt.ts';
import { createFlowControl } from './flow.ts';
import type { DeliveryMeter } from './metrics.ts';
import { attemptResult } from './outcome.ts';
import {
  type DeliveryKind,
  lanes,
  lease,
  load,
  type Place,
  type Queued,
  release,
  type SubscriptionSource,
  type ToSend,
  tidyQueue,
} from './queue.ts';
import { type AttemptRecord, type Bookkeeping, recordAttempts } from './record.ts';
import { nextAttempt } from './schedule.ts';
import { createSignal, pause } from './signal.ts';

/** What differs between the kinds of delivery. */
export interface Channel<Extra> extends SubscriptionSource {
  kind: DeliveryKind;
  /** Whether the answer to a failed attempt is stored for the subscription's owner. */
  storesAnswers: boolean;
  /** Where and how to send; nothing when the subscription has ended and the delivery is to be skipped. */
  request(
    delivery: ToSend<Extra>,
    now: Date,
  ): { url: string; headers: Record<string, string>; body: Buffer } | undefined;
  /** Whether a failure may be tried again, where the attempts are not yet used up. */
  isFinal?(outcome: Outcome): boolean;
  bookkeeping: Bookkeeping;
}

export interface EngineSettings {
  retryDelaysSeconds: readonly number[];
  timeoutMs: number;
  jitter: boolean;
  /** How often the queue is looked into without a hint. */
  pollMs: number;
}

export interface EngineDeps {
  db: Database;
  clock: Clock;
  log: Log;
  outbound: Outbound;
  settings: EngineSettings;
  meter: DeliveryMeter;
  /** Measures how old leases are; the process's own monotonic clock if left out. */
  nowMs?(): number;
}

export interface Engine {
  start(): void;
  /** A hint that something is due. Without it the engine looks by itself, a little later. */
  wake(): void;
  /** Finishes and records what is under way, gives back the rest. */
  stop(): Promise<void>;
  /** Whether it has reached its queue lately. */
  isWell(): boolean;
}

/** Rows a worker holds at most: what bounds its memory, whatever waits, and what its death can double. */
const capacity = 768;
const claimMax = 256;
/** Fewer free places than this are not worth a claim: a batch that is being recorded frees more in a moment. */
const claimMin = 192;
const recordMax = 512;
const busy = 32;
/** As many results are written at once; fewer wait a moment for more while many attempts are under way. */
const recordMin = 192;
const gatherMs = 15;
/** Time after the time-out to record the result. The lease is 15 s with the time-out of 5 s, so another worker sends the deliveries of a dead one within 20 s (spec §8.8). */
const leaseBeyondTimeoutMs = 10_000;
const roomPollMs = 200;
const tendEveryMs = 1_000;
const tidyAfterRows = 20_000;
const responseBytesMax = 16 * 1024; // spec §8.8
const troubleDelaysMs = [100, 250, 500, 1_000, 2_000];

const top: Place = { lane: lanes.first, subscription_id: '' };

/** Claims, sends, records, until it is stopped. Any number of them may run on one database. */
export function createEngine<Extra>(deps: EngineDeps, channel: Channel<Extra>): Engine {
  const { db, clock, log, outbound, settings, meter } = deps;
  type Held = ToSend<Extra> & { leasedAtMs: number };
  const leaseMs = settings.timeoutMs + leaseBeyondTimeoutMs;
  const nowMs = deps.nowMs ?? (() => performance.now());
  const flow = createFlowControl<Held>({ capacity, nowMs });
  const signal = createSignal();
  const room = createSignal();
  const stopBell = createSignal();
  const results: AttemptRecord[] = [];
  const loads = new Set<Promise<void>>();
  const attempts = new Set<Promise<void>>();
  let recording: Promise<void> | undefined;
  let running: Promise<unknown> | undefined;
  let stopping = false;
  let held = 0;
  let recordedSinceTidy = 0;
  let wellAtMs = nowMs();
  let position = top;
  /** A claim of this round took all it might, and more may lie where it stopped. */
  let wasCut = false;

  /** Returns whether to look again at once: the round through the subscriptions goes on, or left something behind. */
  async function claimSome(): Promise<boolean> {
    const slots = Math.min(claimMax, capacity - held);
    const turns = flow.turns();
    const leasedAtMs = nowMs();
    const { deliveries, next } = await lease(db, {
      kind: channel.kind,
      now: clock.now(),
      leaseMs,
      slots,
      from: position,
      turns,
      freshRoom: flow.freshRoom,
    });
    wellAtMs = nowMs();
    held += deliveries.length;
    meter.claimed(deliveries);
    position = next ?? top;
    flow.expect(deliveries, turns);
    if (deliveries.length > 0) track(loads, loadAndSend(deliveries, leasedAtMs));
    // There may be room by now that no answer told of: an attempt that was let go has none.
    else sendSome();
    wasCut ||= deliveries.length === slots;
    if (next) return true;
    const again = wasCut;
    wasCut = false;
    return again;
  }

  /** Beside the next claim: what is to be sent is read while that is made. */
  async function loadAndSend(leased: Queued[], leasedAtMs: number): Promise<void> {
    try {
      const deliveries = await load<Extra>(db, channel, leased);
      flow.admit(deliveries.map((delivery) => Object.assign(delivery, { leasedAtMs })));
    } catch (error) {
      log.warn(
        { err: error, kind: channel.kind },
        'what was leased could not be read and is left to its lease',
      );
      flow.dismiss(leased);
      held -= leased.length;
    }
    if (!stopping) sendSome();
  }

  function sendSome(answered?: string): void {
    for (const delivery of flow.takeSendable(answered)) track(attempts, send(delivery));
  }

  async function send(delivery: Held): Promise<void> {
    const startedAt = clock.now();
    // One that waited here, or whose process was frozen, may be another worker's by now.
    if (nowMs() - delivery.leasedAtMs > leaseMs - settings.timeoutMs - 1_000) return letGo(delivery);
    const request = channel.request(delivery, startedAt);
    let outcome: Outcome | undefined;
    if (request) {
      try {
        outcome = await outbound.send({
          method: 'POST',
          ...request,
          deadlineMs: settings.timeoutMs,
          maxResponseBytes: responseBytesMax,
        });
      } catch (error) {
        log.warn({ err: error, delivery: delivery.id }, 'an attempt was broken off');
        return letGo(delivery);
      }
    }
    const record = recordOf(delivery, startedAt, outcome, request?.headers);
    flow.finish(delivery, record.status !== 'failed', record.duration_ms ?? 0);
    results.push(record);
    recording ??= recordAll();
    if (stopping) return;
    sendSome(delivery.subscription_id);
    if (flow.isHungry(delivery.subscription_id)) signal.raise();
  }

  /** Its lease ends by itself, and another worker takes it. */
  function letGo(delivery: Held): void {
    flow.finish(delivery, true, 0);
    held--;
  }

  function recordOf(
    delivery: Held,
    startedAt: Date,
    outcome: Outcome | undefined,
    headers: Record<string, string> | undefined,
  ): AttemptRecord {
    const endedAt = clock.now();
    if (!outcome) {
      return {
        delivery,
        status: 'skipped',
        response_code: null,
        error: 'subscription_disabled',
        duration_ms: null,
        attempted_at: null,
        ended_at: endedAt,
        next_attempt_at: null,
        svc_signature: null,
        standard_signature: null,
        response_body: null,
      };
    }
    const { succeeded, ...result } = attemptResult(outcome);
    const next =
      succeeded || delivery.once || channel.isFinal?.(outcome)
        ? 'exhausted'
        : nextAttempt({
            attempt: delivery.attempt,
            endedAtMs: endedAt.getTime(),
            delays: settings.retryDelaysSeconds,
            jitter: settings.jitter ? Math.random() * 0.1 : 0,
            status: result.response_code,
            retryAfter: outcome.kind === 'response' ? outcome.headers['retry-after'] : undefined,
          });
    return {
      delivery,
      status: succeeded ? 'succeeded' : 'failed',
      ...result,
      attempted_at: startedAt,
      ended_at: endedAt,
      next_attempt_at: next === 'exhausted' ? null : new Date(next.at),
      svc_signature: headers?.['X-SVC-Signature'] ?? null,
      standard_signature: headers?.['webhook-signature'] ?? null,
      response_body:
        channel.storesAnswers && !succeeded && outcome.kind === 'response' ? excerpt(outcome.body) : null,
    };
  }

  /** What finished while one batch was written is the next batch. Tries until the database has them. */
  async function recordAll(): Promise<void> {
    for (let trouble = 0; results.length > 0; ) {
      // Many are under way: a moment's patience makes one write of many.
      if (results.length < recordMin && attempts.size > busy) await pause(gatherMs);
      const batch = results.slice(0, recordMax);
      try {
        await recordAttempts(db, channel.kind, channel.bookkeeping, batch);
        results.splice(0, batch.length);
        meter.recorded(batch);
        held -= batch.length;
        recordedSinceTidy += batch.length;
        trouble = 0;
        if (held + batch.length > capacity - claimMin && held <= capacity - claimMin) room.raise();
      } catch (error) {
        log.warn({ err: error, kind: channel.kind }, 'results could not be written and will be again');
        await pause(delayFor(trouble++));
      }
    }
    // Here and not in a `finally`: a result that came between the two would wait for the next one.
    recording = undefined;
  }

  async function work(): Promise<void> {
    let woken = signal.arm();
    for (let trouble = 0; !stopping; ) {
      if (capacity - held < claimMin) {
        await pause(roomPollMs, room.arm());
        continue;
      }
      // Armed for a whole round: what becomes due behind its back is looked for by the next.
      if (position === top) woken = signal.arm();
      try {
        const more = await claimSome();
        trouble = 0;
        if (!more) await pause(settings.pollMs, woken);
      } catch (error) {
        log.warn({ err: error, kind: channel.kind }, 'the queue could not be read and will be again');
        await pause(delayFor(trouble++));
      }
    }
  }

  /** Beside the work: dead rows, forgotten subscriptions. */
  async function tend(): Promise<void> {
    while (!stopping) {
      try {
        if (recordedSinceTidy > tidyAfterRows) {
          recordedSinceTidy = 0;
          await tidyQueue(db, channel.kind);
        }
        flow.prune();
      } catch (error) {
        log.debug({ err: error, kind: channel.kind }, 'the queue could not be tended');
      }
      // A bell that is new each time: on one promise for good the handlers of each second would pile up.
      if (!stopping) await pause(tendEveryMs, stopBell.arm());
    }
  }

  return {
    start() {
      running ??= Promise.all([work(), tend()]);
    },
    wake: () => signal.raise(),
    async stop() {
      stopping = true;
      stopBell.raise();
      signal.raise();
      room.raise();
      await running;
      await Promise.all(loads);
      const unsent = flow.abandon();
      await release(db, channel.kind, unsent).catch((error: unknown) =>
        log.warn({ err: error }, 'what was not sent will be, when its lease is over'),
      );
      await Promise.all(attempts);
      await recording;
    },
    isWell: () => running === undefined || nowMs() - wellAtMs < 30_000,
  };
}

function track(all: Set<Promise<void>>, work: Promise<void>): void {
  all.add(work);
  void work.finally(() => all.delete(work));
}

const delayFor = (trouble: number) =>
  troubleDelaysMs[Math.min(trouble, troubleDelaysMs.length - 1)] as number;
