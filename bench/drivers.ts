import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import postgres from 'postgres';
import { createDatabase, migrate } from '../server/src/platform/database/index.ts';
import { percentile } from './load.ts';
import { bareStatements } from './statements.ts';

/**
 * `node bench/drivers.ts` compares two drivers on a single read and a list of 25, alternately, with 32 concurrent queries.
 * It supports the decision in ADR 4 and is not part of `npm run bench`.
 */
const concurrency = 32;
const queries = 3_000;
const rounds = 5;
const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-drivers-'));
const server = await startEmbeddedPostgres({ dataDir, name: 'parley' });
const { host, port, user, database } = server.connection;
const db = createDatabase({
  connection: server.connection,
  prepare: true,
  maxConnections: 2,
  onIdleError() {},
});
await migrate(db);
await db.close();
const pool = new pg.Pool({ ...server.connection, max: 20 });
const other = postgres({ path: `${host}/.s.PGSQL.${port}`, user, database, max: 20 });
await pool.query(`
  insert into workspaces (id, name, slug, plan, created_at, updated_at) values ('w', 'w', 'w', 'self_hosted', now(), now());
  insert into users (id, workspace_id, email, name, role, kind, created_at, updated_at)
    values ('u', 'w', 'u@example.com', 'u', 'owner', 'researcher', now(), now());
  insert into projects (id, workspace_id, owner_id, name, created_at, updated_at)
    select 'p' || i, 'w', 'u', 'Project ' || i, now() - i * interval '1 second', now() from generate_series(1, 1000) i;
  analyze projects`);

const cases = { 'single read': ['get', ['p7', 'w']], 'list of 25': ['list', ['w', 'u', 'u']] } as const;
for (const [title, [name, values]] of Object.entries(cases)) {
  const text = bareStatements[name];
  const drivers = {
    pg: () => pool.query({ name, text, values: [...values] }),
    postgres: () => other.unsafe(text, [...values], { prepare: true }),
  };
  const perSecond: Record<string, number[]> = { pg: [], postgres: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const [driver, runQuery] of Object.entries(drivers)) {
      const began = performance.now();
      let left = queries;
      const one = async () => {
        while (left-- > 0) await runQuery();
      };
      await Promise.all(Array.from({ length: concurrency }, one));
      if (round > 0) perSecond[driver]?.push(queries / ((performance.now() - began) / 1000));
    }
  }
  const ratios = (perSecond.pg as number[]).map((value, i) => value / (perSecond.postgres?.[i] as number));
  const show = (values: number[]) => Math.round(percentile(values, 0.5));
  process.stdout.write(
    `${title}: pg ${show(perSecond.pg as number[])}/s, postgres ${show(perSecond.postgres as number[])}/s, ` +
      `ratio ${percentile(ratios, 0.5).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})\n`,
  );
}
await pool.end();
await other.end();
await server.stop();
await rm(dataDir, { recursive: true, force: true });
