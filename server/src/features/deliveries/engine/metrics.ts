import { Counter, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../../../foundation/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { gaugeOnScrape } from '../../../platform/metrics/gauge-on-scrape.ts';
import type { AttemptRecord } from './attempt-store.ts';
import { type DeliveryKind, type Queued, queueOf } from './queue-store.ts';

/** The Prometheus metrics of one engine. */
export interface DeliveryMetrics {
  /** Counts one claim and the expired leases in it. */
  claimed(deliveries: Queued[]): void;
  recorded(records: AttemptRecord[]): void;
}

const kinds: DeliveryKind[] = ['webhook', 'automation'];
/** The most rows of a queue that a scrape counts. It bounds the cost of a scrape. */
const countedMax = 10_000;

export function createDeliveryMetrics(
  registry: Registry,
  db: Db,
  clock: Clock,
): Record<DeliveryKind, DeliveryMetrics> {
  const registers = [registry];
  const attempts = new Counter({
    name: 'parley_delivery_attempts_total',
    help: 'Recorded attempts. "retrying" and "failed" are both failures; "failed" was the last attempt',
    labelNames: ['kind', 'outcome', 'error'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'parley_delivery_attempt_seconds',
    help: 'Duration of an attempt, from the DNS look-up to the response',
    labelNames: ['kind'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const lateness = new Histogram({
    name: 'parley_delivery_lateness_seconds',
    help: 'Time between the due time and the start of an attempt',
    labelNames: ['kind'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 3600],
    registers,
  });
  const expired = new Counter({
    name: 'parley_delivery_leases_expired_total',
    help: 'Deliveries taken over from workers that died or stopped responding',
    labelNames: ['kind'] as const,
    registers,
  });
  const claims = new Counter({
    name: 'parley_delivery_claims_total',
    help: 'Claims on a queue, including those that found nothing',
    labelNames: ['kind'] as const,
    registers,
  });
  gaugeOnScrape(
    registry,
    {
      name: 'parley_deliveries_waiting',
      help: `Deliveries that are due, due later or under_way (in flight); counts at most ${countedMax} per queue`,
      labelNames: ['kind', 'state'],
    },
    async () => (await Promise.all(kinds.map((kind) => countQueue(db, kind, clock.now())))).flat(),
  );

  const metricsOf = (kind: DeliveryKind): DeliveryMetrics => {
    // Exported with 0 from the start: a rate over a counter that appears with its first failure would miss that failure.
    for (const outcome of ['succeeded', 'retrying', 'failed']) attempts.inc({ kind, outcome, error: '' }, 0);
    expired.inc({ kind }, 0);
    return {
      claimed(deliveries) {
        claims.inc({ kind });
        expired.inc({ kind }, deliveries.filter((delivery) => delivery.expired).length);
      },
      recorded(records) {
        for (const { delivery, status, error, next_attempt_at, duration_ms, attempted_at } of records) {
          const outcome = status === 'failed' && next_attempt_at ? 'retrying' : status;
          attempts.inc({ kind, outcome, error: error ?? '' });
          if (duration_ms !== null) seconds.observe({ kind }, duration_ms / 1000);
          if (attempted_at) {
            const lateMs = attempted_at.getTime() - delivery.due_at.getTime();
            lateness.observe({ kind }, Math.max(0, lateMs) / 1000);
          }
        }
      },
    };
  };
  return { webhook: metricsOf('webhook'), automation: metricsOf('automation') };
}

async function countQueue(db: Db, kind: DeliveryKind, now: Date) {
  const [row] = await db.query<Record<'due' | 'later' | 'under_way', number>>(sql`
    select count(*) filter (where leased_until is null and due_at <= ${now}) as due,
           count(*) filter (where leased_until is null and due_at > ${now}) as later,
           count(*) filter (where leased_until is not null) as under_way
      from (select leased_until, due_at from ${queueOf(kind)} limit ${countedMax}) q`);
  return Object.entries(row ?? {}).map(([state, value]) => ({ labels: { kind, state }, value }));
}
