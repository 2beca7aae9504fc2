import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningPostgres } from '@parley/embedded-postgres';
import type { HttpServerProcess } from '@parley/testing';
import pg from 'pg';
import { Pool } from 'undici';
import { compare } from './compare.ts';
import { copyResponse, type Participant } from './copy-responses.ts';
import { connections, percentile } from './load.ts';
import { createProcessorClock, startBare, startParley } from './processes.ts';
import { createReport } from './report.ts';

/**
 * `npm run bench:engage` compares saving an answer with a bare insert, and lets 1,000 participants answer a test with ten
 * questions at the same time. BENCH_SECONDS=1 makes it a smoke test. BENCH_ONLY selects save or load.
 */
const quick = Number(process.env.BENCH_SECONDS ?? 2) <= 1;
const wanted = (name: string) => (process.env.BENCH_ONLY ?? name).split(',').includes(name);
const participants = quick ? 100 : 1_000;
const questionCount = 10;
/** Enough that no answer is saved twice while saving is compared with a bare insert. */
const savers = quick ? 2_000 : 12_000;
/** So many participants answer at the same time; the next ones follow when these have answered everything. */
const saversAtOnce = 100;
/** How long a participant thinks about a question, on average. */
const thinkMs = 3_000;

const dataDir = await mkdtemp(path.join(process.env.BENCH_FOLDER ?? tmpdir(), 'parley-bench-'));
const report = createReport();
const parley = await startParley(dataDir, { TRUST_PROXY: 'true' });
const headers = {
  authorization: `Bearer ${parley.firstSignIn?.apiKey}`,
  'content-type': 'application/json',
};
const agent = new Pool(parley.url, { connections: 256, pipelining: 1 });

try {
  const { questionIds, link } = await publishTest();
  if (wanted('save')) await compareWithBareInsert(await startAll(link, 1), questionIds);
  if (wanted('load')) await answerAtOnce(await startAll(link, participants), questionIds);
} finally {
  await agent.close();
  await parley.stop();
  await rm(dataDir, { recursive: true, force: true });
}
report.finish({ judge: !quick });

async function send<T>(
  method: 'POST' | 'PUT',
  where: string,
  token: string,
  body: object,
  more: Record<string, string> = {},
): Promise<T> {
  const response = await agent.request({
    method,
    path: where,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${method} ${where}: ${response.statusCode} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

async function publishTest(): Promise<{ questionIds: string[]; link: string }> {
  const key = parley.firstSignIn?.apiKey as string;
  const project = await send<{ id: string }>('POST', '/v1/projects', key, { name: 'Bench' });
  const questions = Array.from({ length: questionCount }, (_, i) => ({
    type: 'open',
    text: `Question ${i}?`,
  }));
  const draft = await send<{ id: string }>('POST', `/v1/projects/${project.id}/tests`, key, {
    name: 'Bench',
    type: 'survey',
    questions,
  });
  const test = await send<{ questions: { id: string }[]; share_url: string }>(
    'POST',
    `/v1/engage/tests/${draft.id}/publish`,
    key,
    {},
  );
  return {
    questionIds: test.questions.map(({ id }) => id),
    link: test.share_url.split('/').at(-1) as string,
  };
}

/** An open link has a limit for each address, so each participant has an address of their own. */
async function startAll(link: string, count: number): Promise<Participant[]> {
  const start = async (n: number): Promise<Participant> => {
    const address = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` };
    const started = await send<{ id: string; token: string }>('POST', '/p/v1/response', link, {}, address);
    return { token: started.token, response_id: started.id };
  };
  return Promise.all(Array.from({ length: count }, (_, n) => start(n)));
}

function textOf(n: number): string {
  return `I looked for the total with shipping and did not find it at step ${n}.`;
}

/**
 * Both sides save first answers, of their own participants, in the same order. The baseline validates the body and inserts
 * the same row with the same commit; it does not know who answers, which questions exist or which one comes next.
 */
async function compareWithBareInsert([first]: Participant[], questionIds: string[]): Promise<void> {
  const connection = await findRunningPostgres(dataDir, 'parley');
  const db = new pg.Client(connection);
  await db.connect();
  const bare = await startBare({
    BARE: JSON.stringify({ connection, workspaceId: '', userId: '', keyHash: '' }),
  });
  try {
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    const people = await copyResponse(db, first?.response_id as string, savers);
    const others = await copyResponse(db, first?.response_id as string, savers);
    type Each = () => { path: string; body: string; token: string };
    const side = ({ url, pid }: HttpServerProcess, each: Each) => {
      let token = '';
      return {
        url,
        pid,
        method: 'PUT' as const,
        headers,
        eachRequest: () => {
          const request = each();
          token = request.token;
          return { path: request.path, body: request.body };
        },
        eachHeaders: () => ({ authorization: `Bearer ${token}` }),
      };
    };
    const nextOfOurs = firstAnswers(people, questionIds);
    const ours = side(parley, () => {
      const { participant, questionId, n } = nextOfOurs();
      return {
        path: `/p/v1/answers/${questionId}`,
        body: JSON.stringify({ text: textOf(n), duration_seconds: 4 }),
        token: participant.token,
      };
    });
    const nextOfTheirs = firstAnswers(others, questionIds);
    const theirs = side(bare, () => {
      const { participant, questionId, n } = nextOfTheirs();
      return {
        path: `/responses/${participant.response_id}/answers/${questionId}`,
        body: JSON.stringify({ text: textOf(n), duration_seconds: 4 }),
        token: participant.token,
      };
    });
    const measuring = {
      seconds: quick ? 1 : 2,
      rounds: quick ? 3 : 7,
      processorMs: createProcessorClock(rows[0]?.pid as number),
    };
    const title = `save an answer, ${connections} at once`;
    report.inserts(await compare(title, [ours, theirs], measuring), 0.6);
  } finally {
    await bare.stop();
    await db.end();
  }
}

/** Yields every question of every participant once, and throws when there is none left. */
function firstAnswers(people: Participant[], questionIds: string[]) {
  let sent = 0;
  return () => {
    const n = sent++;
    const perGroup = saversAtOnce * questionIds.length;
    const group = Math.floor(n / perGroup);
    const participant = people[group * saversAtOnce + (n % saversAtOnce)];
    if (!participant) throw new Error('More answers were saved than participants and questions exist.');
    return { participant, questionId: questionIds[Math.floor((n % perGroup) / saversAtOnce)] as string, n };
  };
}

/** Every participant answers every question once, thinks in between, and submits. */
async function answerAtOnce(people: Participant[], questionIds: string[]): Promise<void> {
  const timesMs: number[] = [];
  await Promise.all(
    people.map(async ({ token }) => {
      for (const [n, questionId] of questionIds.entries()) {
        await pause(Math.random() * 2 * thinkMs);
        const began = performance.now();
        await send('PUT', `/p/v1/answers/${questionId}`, token, { text: textOf(n), duration_seconds: 2 });
        timesMs.push(performance.now() - began);
      }
      await send('POST', '/p/v1/submit', token, {});
    }),
  );
  const stored = await countAnswers(people);
  const wanted = people.length * questionIds.length;
  if (stored !== wanted) throw new Error(`${stored} answers instead of ${wanted}`);
  report.responseTime(
    `save an answer while ${people.length.toLocaleString('en')} participants answer ${questionCount} questions at the same time, ${wanted.toLocaleString('en')} stored`,
    percentile(timesMs, 0.5),
    percentile(timesMs, 0.99),
    300,
  );
}

async function countAnswers(people: Participant[]): Promise<number> {
  const db = new pg.Client(await findRunningPostgres(dataDir, 'parley'));
  await db.connect();
  try {
    const ids = people.map(({ response_id }) => response_id);
    const { rows } = await db.query<{ n: number; events: number }>(
      `select count(*)::integer as n, (select count(*)::integer from events
          where type = 'test.response.submitted') as events
         from answers a join responses r on r.id = a.response_id
        where r.id = any($1::text[]) and r.status = 'completed'`,
      [ids],
    );
    if (rows[0]?.events !== people.length)
      throw new Error(`${rows[0]?.events} events instead of ${people.length}`);
    return rows[0]?.n ?? 0;
  } finally {
    await db.end();
  }
}
