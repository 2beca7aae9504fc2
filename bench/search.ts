import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import { compose } from '../server/src/app/compose.ts';
import { createAccount } from '../server/src/features/identity/accounts/index.ts';
import { createKey } from '../server/src/features/identity/api-keys/index.ts';
import { systemClock } from '../server/src/foundation/clock.ts';
import { newId } from '../server/src/foundation/ids.ts';
import { createEmbeddedEmbedder } from '../server/src/platform/ai/embed/index.ts';
import { readConfig } from '../server/src/platform/config/index.ts';
import { createDatabase, type Db, migrate, sql } from '../server/src/platform/database/index.ts';
import { createLog } from '../server/src/platform/log/log.ts';
import { createProcessorClock } from './processes.ts';
import { createReport } from './report.ts';
import { fillVectors, sentences } from './semantic-search.ts';

/**
 * `npm run bench:search` searches one million segments in one workspace, one query at a time, through the whole server
 * except the socket. The bar for a two-word query is p95 ≤ 100 ms. SEARCH_SEGMENTS sets another number of segments; 0 leaves
 * this part out. It then searches 100,000 segments of another workspace by meaning, with a bar of p95 ≤ 200 ms.
 */
const segments = Number(process.env.SEARCH_SEGMENTS ?? 1_000_000);
const semanticSegments = Number(process.env.SEMANTIC_SEGMENTS ?? 100_000);
const queries = Number(process.env.SEARCH_QUERIES ?? 200);
const projects = 20;
const words = makeWords(30_000);

const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
const log = createLog('fatal');
const report = createReport();
const postgres = await startEmbeddedPostgres({ dataDir, name: 'parley' });
const db = createDatabase({
  connection: postgres.connection,
  prepare: true,
  maxConnections: 8,
  onIdleError() {},
});
try {
  await migrate(db);
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_SELF_HOSTED: '0' });
  const parley = await compose({ config, db, clock: systemClock, log, secretKey: 'bench' });
  const lexical = await newAccount('lexical@example.com');
  const semantic = await newAccount('semantic@example.com');
  const began = performance.now();
  if (segments > 0) await fill(db, lexical.user_id, lexical.workspace_id);
  const embedder = await createEmbeddedEmbedder({ modelsDir: undefined }, log);
  if (semanticSegments > 0) await fillVectors(db, embedder, semantic, semanticSegments);
  embedder.close();
  process.stderr.write(`filled in ${Math.round((performance.now() - began) / 1000)} s\n`);
  const [backEnd] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const processorMs = createProcessorClock(backEnd?.pid as number);

  const search = async (key: string, q: string, mode: string) => {
    const url = `/v1/search?q=${encodeURIComponent(q)}&mode=${mode}`;
    const response = await parley.app.inject({ url, headers: { authorization: `Bearer ${key}` } });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json().data.length as number;
  };
  const common = () => words[Math.floor(40 * Math.random())] as string;
  const usual = () => pick();
  const misspell = (word: string) => word.slice(0, 2) + word.slice(3);
  const kinds: { what: string; query: () => string; barMs?: number }[] = [
    { what: 'two words', query: () => `${usual()} ${usual()}`, barMs: 100 },
    { what: 'two common words', query: () => `${common()} ${common()}` },
    { what: 'a word and a prefix', query: () => `${usual()} ${usual().slice(0, 4)}` },
    { what: 'a word and a misspelled one', query: () => `${usual()} ${misspell(usual())}` },
  ];
  const measure = async (what: string, barMs: number | undefined, run: () => Promise<number>) => {
    for (let i = 0; i < 20; i++) await run();
    const times: number[] = [];
    let found = 0;
    const usedBefore = await processorMs(process.pid);
    for (let i = 0; i < queries; i++) {
      const before = performance.now();
      found += await run();
      times.push(performance.now() - before);
    }
    if (found === 0) throw new Error(`${what}: no query found anything`);
    const used = ((await processorMs(process.pid)) - usedBefore) / queries;
    report.within(`search in ${what}`, times, used, barMs);
  };
  const count = (number: number) => `${number.toLocaleString('en')} segments`;
  if (segments > 0)
    for (const { what, query, barMs } of kinds)
      await measure(`${count(segments)}, ${what}`, barMs, () => search(lexical.key, query(), 'lexical'));
  const sentence = () => sentences[Math.floor(Math.random() * sentences.length)] as string;
  if (semanticSegments > 0)
    for (const mode of ['semantic', 'hybrid'])
      await measure(`${count(semanticSegments)}, mode=${mode}`, 200, () =>
        search(semantic.key, sentence(), mode),
      );
  await parley.close();
} finally {
  await db.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
report.finish({ judge: segments >= 1_000_000 });

async function newAccount(email: string) {
  const account = await createAccount(db, { email }, new Date());
  return { ...account, key: (await createKey(db, account.user_id, { name: 'bench' }, new Date())).key };
}

/** Inserts rows directly into the search tables, as the trigger of the segments does. Building the GIN index at the end is faster. */
async function fill(database: Db, userId: string, workspaceId: string): Promise<void> {
  const now = new Date();
  const projectIds = Array.from({ length: projects }, () => newId('project', now.getTime()));
  await database.query(sql`
    insert into projects (id, workspace_id, owner_id, created_by, name, created_at, updated_at)
    select id, ${workspaceId}, ${userId}, ${userId}, 'bench', ${now}, ${now} from unnest(${projectIds}::text[]) as t (id)`);
  await database.query(sql`
    drop index search_documents_words;
    alter table search_documents disable trigger user`);
  const batch = 5000;
  for (let done = 0; done < segments; done += batch) {
    const size = Math.min(batch, segments - done);
    const ids = Array.from({ length: size }, () => newId('segment', now.getTime()));
    const bodies = ids.map(() => Array.from({ length: 10 + Math.floor(Math.random() * 30) }, pick).join(' '));
    const projectOfEach = ids.map((_, i) => projectIds[(done + i) % projects] as string);
    await database.query(sql`
      insert into search_documents (id, type, workspace_id, project_id, file_id, start_seconds, body)
      select t.id, 'segment', ${workspaceId}, t.project_id, ${newId('file', now.getTime())}, 1, t.body
        from unnest(${ids}::text[], ${projectOfEach}::text[], ${bodies}::text[]) as t (id, project_id, body)`);
  }
  await database.query(sql`
    create index search_documents_words on search_documents using gin (vector) with (fastupdate = off);
    alter table search_documents enable trigger user`);
  await database.query(sql`
    insert into search_words (workspace_id, project_id, word)
    select ${workspaceId}, p.id, w.word from unnest(${projectIds}::text[]) as p (id), unnest(${words}::text[]) as w (word)`);
  await database.query(sql`
    insert into workspace_words (workspace_id, word) select ${workspaceId}, unnest(${words}::text[])`);
  await database.query(sql`vacuum analyze search_documents`);
  await database.query(sql`vacuum analyze search_words`);
  await database.query(sql`vacuum analyze workspace_words`);
}

/** Picks a word with the distribution of speech: a few words are frequent, most are rare. */
function pick(): string {
  return words[Math.floor(words.length * Math.random() ** 4)] as string;
}

function makeWords(count: number): string[] {
  const syllables = [...'bdfgklmnprstvz'].flatMap((c) => [...'aeiou'].map((v) => c + v));
  const made = new Set<string>();
  for (let n = 0; made.size < count; n++) {
    const length = 2 + (n % 3);
    made.add(Array.from({ length }, () => syllables[Math.floor(Math.random() * syllables.length)]).join(''));
  }
  return [...made];
}
