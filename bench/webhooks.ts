import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type ReceiverProcess, residentBytes, startReceiverProcess } from '@parley/testing';
import { createFixtureAccount, insertBacklog, insertWebhooks } from '../e2e/fixtures/backlog.ts';
import { startMigratedPostgres } from '../e2e/fixtures/migrated-postgres.ts';
import { startNode } from '../e2e/fixtures/start-node.ts';
import { until } from '../e2e/fixtures/until.ts';
import {
  type DeliveryKind,
  lease,
  load,
  queueOf,
} from '../server/src/features/deliveries/engine/queue-store.ts';
import { newId } from '../server/src/foundation/ids.ts';
import { type Database, sql } from '../server/src/platform/database/index.ts';
import { percentile } from './load.ts';
import { databaseProcessorMs, processorMs } from './processes.ts';

/**
 * `npm run bench:webhooks` compares the delivery engine with a bare loop of the same HTTP client. Absolute numbers depend on
 * the machine; the ratios do not. BENCH_SCALE=0.1 makes it short.
 */
const scale = Number(process.env.BENCH_SCALE ?? 1);
/**
 * Deliveries of each process before the measurement starts. A worker runs for days, but until this number its code is
 * still being compiled, which doubles the cost of a delivery.
 */
const warmUp = Math.round(20_000 * Math.max(scale, 0.25));
const only = process.env.BENCH_ONLY?.split(',');
const rows: [what: string, measured: string, bar: string, verdict: string][] = [];
const note = (what: string, measured: string, bar: string, ok: boolean) => {
  rows.push([what, measured, bar, ok ? 'holds' : 'FAILS']);
  process.stderr.write(`${what}: ${measured} (${bar})\n`);
};
const wanted = (name: string) => !only || only.includes(name);

const postgres = await startMigratedPostgres();
const receiver = await startReceiverProcess();
try {
  // First: the other rows leave a large write-ahead log, and writing it to disk would delay single events.
  if (wanted('latency')) await measureLatency();
  if (wanted('throughput')) await measureThroughput();
  if (wanted('blackhole')) await measureBlackHole();
  if (wanted('claim')) await measureMillion();
} finally {
  await receiver.close();
  await postgres.stop();
}
print();

async function measureThroughput(): Promise<void> {
  const count = Math.round(30_000 * scale);
  const rounds: { bare: number; one: Cost; two: Cost }[] = [];
  for (let round = 0; round < 5; round++) {
    const bare = await bareRate(count);
    const one = await engineRate(count, 1);
    rounds.push({ bare, one, two: await engineRate(count, 2) });
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  // Ratios are computed per round, because the speed of the machine changes between rounds.
  const ratio = middle(({ bare, one }) => one.rate / bare);
  const secondWorker = middle(({ one, two }) => two.rate / one.rate);
  note('bare loop', `${middle(({ bare }) => bare).toFixed(0)} deliveries/s`, 'the baseline', true);
  note(
    'one worker',
    `${middle(({ one }) => one.rate).toFixed(0)}/s, ratio ${ratio.toFixed(2)}`,
    'ratio ≥ 0.50',
    ratio >= 0.5,
  );
  note(
    'two workers',
    `${middle(({ two }) => two.rate).toFixed(0)}/s, ${secondWorker.toFixed(2)} of one`,
    'more than one',
    secondWorker > 1,
  );
  for (const [name, cost] of [
    ['one worker', (part: keyof Cost) => middle(({ one }) => one[part])],
    ['two workers', (part: keyof Cost) => middle(({ two }) => two[part])],
  ] as const) {
    const of = (part: keyof Cost) => `${cost(part).toFixed(0)} µs`;
    note(
      `processor time per delivery, ${name}`,
      `workers ${of('workers')}, PostgreSQL ${of('postgres')}, receiver ${of('receiver')}`,
      '–',
      true,
    );
  }
}

/** Deliveries per second, and the processor time of one delivery in microseconds, by process. */
interface Cost {
  rate: number;
  workers: number;
  postgres: number;
  receiver: number;
}

async function bareRate(count: number): Promise<number> {
  await receiver.clear();
  const program = fileURLToPath(new URL('./bare-loop.ts', import.meta.url));
  const args = [receiver.url('ok'), String(count), receiver.url('ok', 'warm-up'), String(warmUp)];
  const loop = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
  await once(loop, 'exit');
  return rateOf(receiver, count);
}

async function engineRate(count: number, workers: number): Promise<Cost> {
  await receiver.clear();
  await clear(postgres.db);
  const account = await createFixtureAccount(postgres.db);
  const webhooks = await insertWebhooks(postgres.db, account, Array(10).fill(receiver.url('ok')));
  const started = await Promise.all(
    Array.from({ length: workers }, () => startNode(postgres.url, { role: 'worker' })),
  );
  await insertBacklog(postgres.db, account, webhooks, workers * warmUp);
  await until(
    async () => (await postgres.db.query(sql`select from webhook_queue limit 1`)).length === 0,
    'the warm-up to be delivered',
    600_000,
  );
  await receiver.clear();
  await insertBacklog(postgres.db, account, webhooks, count, 3600);
  await postgres.db.query(sql`vacuum analyze webhook_queue`);
  const spent = async () => {
    const [backEnd] = await postgres.db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const own = await Promise.all(started.map((worker) => processorMs(worker.pid)));
    return {
      workers: own.reduce((sum, ms) => sum + ms, 0),
      postgres: await databaseProcessorMs(backEnd?.pid ?? 0),
      receiver: await processorMs(receiver.pid),
    };
  };
  // All deliveries become due at once, when every worker has started.
  await postgres.db.query(sql`update webhook_queue set due_at = created_at`);
  const before = await spent();
  await until(async () => (await receiver.report()).unique >= count, 'the backlog to be delivered', 600_000);
  const rate = await rateOf(receiver, count);
  const after = await spent();
  const each = (part: keyof typeof after) => ((after[part] - before[part]) / count) * 1000;
  await Promise.all(started.map((worker) => worker.stop()));
  const [left] = await postgres.db.query<{ count: number }>(sql`select count(*) from webhook_queue`);
  if (left?.count !== 0) throw new Error(`${left?.count} deliveries are left in the queue`);
  return { rate, workers: each('workers'), postgres: each('postgres'), receiver: each('receiver') };
}

async function rateOf(from: ReceiverProcess, count: number): Promise<number> {
  const { firstAt, lastAt, unique } = await from.report('all');
  if (unique < count) throw new Error(`only ${unique} of ${count} arrived`);
  return count / ((lastAt - firstAt) / 1000);
}

/** Creates a hundred events per second through the API and measures the time from commit to receiver. */
async function measureLatency(): Promise<void> {
  await clear(postgres.db);
  // The earlier measurements leave a lot to write to disk. Without this, PostgreSQL writes it during this one.
  await postgres.db.query(sql`checkpoint`);
  const warmUpEvents = Math.round(1_000 * scale);
  const account = await createFixtureAccount(postgres.db);
  await insertWebhooks(postgres.db, account, [receiver.url('ok', 'latency')], ['project.created']);
  const server = await startNode(postgres.url);
  await createProjects(server.url, account.key, 100, warmUpEvents);
  await until(
    async () => (await receiver.report('latency')).unique === warmUpEvents,
    'the warm-up to arrive',
  );
  await receiver.clear();
  const count = Math.round(3_000 * scale);
  await createProjects(server.url, account.key, 100, count);
  await until(async () => (await receiver.report('latency')).unique === count, 'all deliveries to arrive');
  const { p50, p99 } = await receiver.report('latency');
  await server.stop();
  note(
    'event to receiver at 100 events/s',
    `p50 ${p50} ms, p99 ${p99} ms`,
    'p50 ≤ 30 ms, p99 ≤ 15 ms',
    p50 <= 30 && p99 <= 15,
  );
}

/** Measures 50 healthy subscribers, first alone, then next to one that never responds and has 50,000 deliveries queued. */
async function measureBlackHole(): Promise<void> {
  const queued = Math.round(50_000 * scale);
  const round = async (withHole: boolean) => {
    await clear(postgres.db);
    await receiver.clear();
    const account = await createFixtureAccount(postgres.db);
    const healthy = Array.from({ length: 50 }, (_, i) => receiver.url('ok', `healthy${i}`));
    await insertWebhooks(postgres.db, account, healthy, ['project.created']);
    if (withHole) {
      const hole = await insertWebhooks(
        postgres.db,
        account,
        [receiver.url('hang', 'hole')],
        ['tag.created'],
      );
      await insertBacklog(postgres.db, account, hole, queued);
    }
    const server = await startNode(postgres.url);
    await createProjects(server.url, account.key, 10, 50);
    await until(async () => (await receiver.report('healthy')).unique === 2_500, 'the warm-up to arrive');
    await receiver.clear();
    const count = Math.round(300 * scale);
    await createProjects(server.url, account.key, 10, count);
    await until(
      async () => (await receiver.report('healthy')).unique === 50 * count,
      'all deliveries to arrive',
    );
    const { p99 } = await receiver.report('healthy');
    await server.stop('SIGKILL');
    return p99;
  };
  const alone = await round(false);
  const loaded = await round(true);
  note(
    `50 subscribers next to a black hole with ${queued} queued`,
    `p99 ${loaded} ms, alone ${alone} ms, ratio ${(loaded / alone).toFixed(2)}`,
    'within 2×',
    loaded <= 2 * alone,
  );
}

/** With one million deliveries queued, measures the duration of a lease for another subscription and a worker's memory. */
async function measureMillion(): Promise<void> {
  const million = Math.round(1_000_000 * scale);
  await clear(postgres.db);
  const account = await createFixtureAccount(postgres.db);
  const [healthy] = await insertWebhooks(postgres.db, account, [receiver.url('ok', 'healthy')]);
  const crowd = await insertWebhooks(postgres.db, account, Array(4).fill(receiver.url('hang', 'crowd')));
  if (!healthy) throw new Error('no webhook');
  await insertBacklog(postgres.db, account, crowd, million);
  // Vacuum and checkpoint for a million new rows happen before the measurement, not during it.
  await postgres.db.query(sql`vacuum analyze webhook_queue, events`);
  await postgres.db.query(sql`checkpoint`);
  const { webhook: loaded, automation: empty } = await measureLeases(healthy.id, crowd);
  note(
    `lease with ${million} queued`,
    `p50 ${loaded.p50.toFixed(2)} ms, p99 ${loaded.p99.toFixed(2)} ms; empty ${empty.p50.toFixed(2)} and ${empty.p99.toFixed(2)} ms; ratio of p99 ${(loaded.p99 / empty.p99).toFixed(2)}`,
    'p99 within 2×',
    loaded.p99 <= 2 * empty.p99,
  );

  await postgres.db.query(sql`update webhooks set url = ${receiver.url('ok', 'crowd')}`);
  await receiver.clear();
  const worker = await startNode(postgres.url, { role: 'worker' });
  const rss: number[] = [];
  // The heap of a busy process grows for half a minute. After that it must not grow.
  const warmUpSeconds = Math.max(5, 40 * scale);
  const seconds = 2 * warmUpSeconds;
  for (let second = 0; second < seconds; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    rss.push(residentBytes(worker.pid) / 1024 ** 2);
  }
  const { total } = await receiver.report();
  await worker.stop('SIGKILL');
  const warm = rss.slice(warmUpSeconds);
  const early = Math.max(...warm.slice(0, Math.ceil(warm.length / 2)));
  const late = Math.max(...warm.slice(Math.ceil(warm.length / 2)));
  note(
    `memory of a worker over a backlog of ${million}`,
    `${early.toFixed(0)} MB in the first half, ${late.toFixed(0)} MB in the second, ${total} sent`,
    'flat',
    late <= early * 1.15 + 10,
  );
}

/**
 * Leases one new delivery of a healthy subscription while all others are at their limit. Alternates between webhooks,
 * whose queue is full, and automations, whose queue is empty.
 */
async function measureLeases(id: string, crowd: { id: string }[]) {
  const times: Record<DeliveryKind, number[]> = { webhook: [], automation: [] };
  for (let i = 0; i < 1_200 * Math.max(scale, 0.2); i++) {
    const kind = i % 2 === 0 ? 'webhook' : 'automation';
    const now = new Date();
    await postgres.db.query(sql`
      insert into ${queueOf(kind)} (id, subscription_id, event_id, event_created_at, event_type, attempt, tier, due_at, created_at)
      values (${newId('delivery', now.getTime())}, ${id}, ${newId('event', now.getTime())}, ${now}, 'tag.created', 1, 0,
        ${now}, ${now})`);
    const startedAt = performance.now();
    const { deliveries } = await lease(postgres.db, {
      kind,
      now: new Date(),
      leaseMs: 15_000,
      slots: 64,
      from: { tier: 0, subscription_id: '' },
      turns: crowd.map((webhook) => ({
        tier: 0,
        subscription_id: webhook.id,
        freeSlots: 0,
        after: undefined,
      })),
      initialSlots: 8,
    });
    await load(postgres.db, { columns: sql`s.url`, subscriptions: sql`webhooks` }, deliveries);
    times[kind].push(performance.now() - startedAt);
    if (deliveries.length !== 1) throw new Error(`leased ${deliveries.length}`);
    await postgres.db.query(sql`delete from ${queueOf(kind)} where subscription_id = ${id}`);
  }
  return { webhook: percentilesOf(times.webhook), automation: percentilesOf(times.automation) };
}

function percentilesOf(times: number[]) {
  const warm = times.slice(20);
  return { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) };
}

async function createProjects(url: string, key: string, perSecond: number, count: number): Promise<void> {
  const startedAt = performance.now();
  const requests: Promise<unknown>[] = [];
  for (let i = 0; i < count; i++) {
    const wait = startedAt + (i * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    requests.push(
      fetch(`${url}/v1/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Project ${i}` }),
      }).then(async (response) => {
        if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
      }),
    );
  }
  await Promise.all(requests);
}

async function clear(db: Database): Promise<void> {
  await db.query(sql`truncate webhook_queue, webhook_attempts, events, webhooks`);
}

function median(values: number[]): number {
  return percentile(values, 0.5);
}

function print(): void {
  const lines = [
    `| what | measured (${cpus().length} cores, Node ${process.versions.node}) | bar | |`,
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (rows.some(([, , , verdict]) => verdict === 'FAILS')) process.exitCode = 1;
}
