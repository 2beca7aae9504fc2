import { sql } from '../../server/src/platform/database/index.ts';
import { createStageAccount, type StageAccount } from './backlog.ts';
import { type StagePostgres, startStagePostgres } from './postgres.ts';
import { type StageReceiver, startStageReceiver } from './receiver.ts';
import { type StageServer, startServer } from './server.ts';
import { until } from './until.ts';

/** How long the phases under load last; FAULT_SECONDS makes them longer. */
export const loadSeconds = Number(process.env.FAULT_SECONDS ?? 10);

export interface Stage {
  postgres: StagePostgres;
  receiver: StageReceiver;
  account: StageAccount;
  start(role: 'all' | 'api' | 'worker', env?: Record<string, string>): Promise<StageServer>;
  /** Nothing waits and nothing is under way. */
  settled(timeoutMs?: number): Promise<void>;
  states(): Promise<Record<string, number>>;
  /** Every server that was started here is killed; the database stays. */
  killServers(): Promise<void>;
  close(): Promise<void>;
}

/** A database, a receiver and an account; every server that was started here ends with it. */
export async function openStage(): Promise<Stage> {
  const postgres = await startStagePostgres();
  const receiver = await startStageReceiver();
  const account = await createStageAccount(postgres.db);
  const servers: StageServer[] = [];
  const count = async () => {
    const [row] = await postgres.db.query<{ count: number }>(sql`select count(*) from webhook_queue`);
    return row?.count ?? 0;
  };
  const killServers = async () => {
    await Promise.all(servers.splice(0).map((server) => server.kill()));
  };
  return {
    postgres,
    receiver,
    account,
    async start(role, env = {}) {
      const server = await startServer(postgres.url, { role, env });
      servers.push(server);
      return server;
    },
    async settled(timeoutMs) {
      await until(async () => (await count()) === 0, 'nothing waits any more', timeoutMs);
    },
    async states() {
      const rows = await postgres.db.query<{ status: string; count: number }>(
        sql`select status, count(*) from webhook_attempts group by status`,
      );
      return Object.fromEntries(rows.map((row) => [row.status, row.count]));
    },
    killServers,
    async close() {
      await killServers();
      await receiver.close();
      await postgres.stop();
    },
  };
}

/** What a proof counted, for whoever reads the run. */
export function tell(proof: string, counts: Record<string, unknown>): void {
  const words = Object.entries(counts).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`    ${proof}: ${words.join(', ')}\n`);
}

/** Creates projects until told to stop, several at a time. Failures are the point of some proofs: they are counted. */
export function createProjects(url: () => string, key: string, concurrency = 8) {
  let going = true;
  const made: string[] = [];
  let failed = 0;
  const loop = async () => {
    while (going) {
      const response = await fetch(`${url()}/v1/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Under load' }),
      }).catch(() => undefined);
      const body = (await response?.json().catch(() => undefined)) as { data?: { id: string } } | undefined;
      if (response?.status === 201 && body?.data) made.push(body.data.id);
      else {
        failed++;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const loops = Array.from({ length: concurrency }, loop);
  return {
    made,
    failures: () => failed,
    async stop() {
      going = false;
      await Promise.all(loops);
    },
  };
}

export const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));
