import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findRunningPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import { compare, type Side } from './compare.ts';
import { measureDeepPages } from './deep-pages.ts';
import { measureMemory } from './memory.ts';
import { createProcessorClock, startBare, startParley } from './processes.ts';
import { seedRecords } from './records.ts';
import { createReport } from './report.ts';

/**
 * `npm run bench` compares Parley's routes with bare Fastify routes that send the same statements. BENCH_SECONDS sets the
 * length of a slice; 1 is a smoke test that checks no bars. Arguments name the rows to measure.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const quick = seconds <= 1;
const rounds = quick ? 1 : 15;
const chosen = process.argv.slice(2);
const wanted = (name: string) => chosen.length === 0 || chosen.includes(name);

interface BenchCase {
  name: string;
  title: string;
  bar?: number;
  sides: readonly [Side, Side];
}

// Servers are killed in the exit handler, which a signal alone would skip.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
const report = createReport();
let parley = await startParley(dataDir);
const key = parley.firstSignIn?.apiKey as string;
const authorization = { authorization: `Bearer ${key}` };
const me = (await (await fetch(`${parley.url}/v1/me`, { headers: authorization })).json()) as {
  data: { id: string; workspace_id: string };
};
const connection = await findRunningPostgres(dataDir, 'parley');
const db = new pg.Client(connection);
await db.connect();
const bare = await startBare({
  BARE: JSON.stringify({
    connection,
    workspaceId: me.data.workspace_id,
    userId: me.data.id,
    keyHash: createHash('sha256').update(key).digest('hex'),
  }),
});

const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
const processorMs = createProcessorClock(rows[0]?.pid as number);
const measuring = { seconds, rounds, processorMs };

try {
  const first = await seed(1_000);
  const read = (ours: string, theirs: string) =>
    [
      { url: `${parley.url}${ours}`, headers: authorization, pid: parley.pid },
      { url: `${bare.url}${theirs}`, pid: bare.pid },
    ] as const;
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Checkout usability', description: 'Twelve interviews' });
  const write = (theirs: string, eachHeaders?: () => Record<string, string>) =>
    [
      {
        pid: parley.pid,
        url: `${parley.url}/v1/projects`,
        method: 'POST',
        headers: { ...authorization, ...json },
        body,
        eachHeaders,
      },
      { pid: bare.pid, url: `${bare.url}${theirs}`, method: 'POST', headers: json, body, eachHeaders },
    ] as const;

  const writeTag = (projectId: string) => {
    const eachRequest = (path: string) => () => ({ path, body: JSON.stringify({ name: randomUUID() }) });
    const common = { method: 'POST', body: '{}' } as const;
    return [
      {
        ...common,
        url: parley.url,
        pid: parley.pid,
        headers: { ...authorization, ...json },
        eachRequest: eachRequest(`/v1/projects/${projectId}/tags`),
      },
      {
        ...common,
        url: bare.url,
        pid: bare.pid,
        headers: json,
        eachRequest: eachRequest(`/projects/${projectId}/tags`),
      },
    ] as const;
  };

  const cases: BenchCase[] = [
    {
      name: 'get',
      title: 'GET one project',
      bar: 1.0,
      sides: read(`/v1/projects/${first}`, `/projects/${first}`),
    },
    { name: 'list', title: 'list of 25', bar: 1.3, sides: read('/v1/projects?limit=25', '/projects') },
    { name: 'me', title: 'GET /v1/me', bar: 0.8, sides: read('/v1/me', '/me') },
    { name: 'post', title: 'POST a project', bar: 0.9, sides: write('/projects') },
    {
      name: 'post-key',
      title: 'POST with an Idempotency-Key',
      bar: 0.6,
      sides: write('/projects', () => ({ 'idempotency-key': randomUUID() })),
    },
    { name: 'post-row', title: 'POST a project, against its row alone', sides: write('/project-rows') },
  ];
  const records = await seedRecords({ db, parley, key, count: 1_000 });
  for (const [kind, id] of Object.entries(records.ids)) {
    cases.push(
      {
        name: kind,
        title: `GET one ${kind}`,
        bar: 1.0,
        sides: read(`/v1/${kind}s/${id}`, `/records/${kind}/${id}`),
      },
      {
        name: `${kind}s`,
        title: `list of 25 ${kind}s`,
        bar: 1.3,
        sides: read(
          `/v1/projects/${records.projectId}/${kind}s?limit=25`,
          `/projects/${records.projectId}/records/${kind}`,
        ),
      },
    );
  }
  cases.push({ name: 'post-tag', title: 'POST a tag', bar: 0.9, sides: writeTag(records.projectId) });
  for (const { name, title, bar, sides } of cases) {
    if (wanted(name)) report.comparison(await compare(title, [...sides], measuring), bar);
  }
  if (wanted('pages')) report.deepPages(await measureDeepPages({ db, parley, key, quick, measuring }));
  if (wanted('memory'))
    report.memory(await measureMemory(parley, authorization, first, quick ? 2_000 : 20_000));
  if (wanted('start')) {
    await db.end();
    await bare.stop();
    await parley.stop();
    parley = await startParley(dataDir);
    report.secondStart(parley.readyMs);
  }
  report.finish({ judge: !quick });
} finally {
  await db.end().catch(() => {});
  await bare.stop();
  await parley.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Inserts projects with SQL, so that lists have rows to select from. Returns the id of the first. */
async function seed(count: number): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into projects (id, workspace_id, owner_id, created_by, name, description, created_at, updated_at)
     select 'prj_' || lpad(i::text, 26, '0'), $1, $2, $2, 'Project ' || i, 'Seeded', now() - i * interval '1 second', now()
       from generate_series(1, $3::integer) i returning id`,
    [me.data.workspace_id, me.data.id, count],
  );
  await db.query('vacuum analyze projects');
  return rows[0]?.id as string;
}
