import { Counter, Histogram, type Registry } from 'prom-client';
import { type Db, sql } from '../database/index.ts';
import { gaugeOnScrape } from '../metrics/gauge-on-scrape.ts';
import type { TaskEnd } from './run-task.ts';

/** Counts the runs of background tasks for Prometheus. */
export interface TaskMetrics {
  ended(kind: string, end: TaskEnd, tookMs: number): void;
}

const countedMax = 10_000;

export function createTaskMetrics(registry: Registry, db: Db): TaskMetrics {
  const runs = new Counter({
    name: 'parley_task_runs_total',
    help: 'Runs of background tasks by outcome',
    labelNames: ['kind', 'end'] as const,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'parley_task_run_seconds',
    help: 'Duration of one run of a background task',
    labelNames: ['kind'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800],
    registers: [registry],
  });
  gaugeOnScrape(
    registry,
    {
      name: 'parley_tasks_unfinished',
      help: `Queued and running background tasks; at most ${countedMax} are counted`,
      labelNames: ['kind'],
    },
    async () => {
      const rows = await db.query<{ kind: string; count: number }>(sql`
        select kind, count(*) from (select kind from tasks limit ${countedMax}) t group by kind`);
      return rows.map(({ kind, count }) => ({ labels: { kind }, value: count }));
    },
  );
  return {
    ended(kind, end, tookMs) {
      runs.inc({ kind, end });
      seconds.observe({ kind }, tookMs / 1000);
    },
  };
}
