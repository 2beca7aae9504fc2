import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load, percentile } from './load.ts';
import { startBareUpload, startParley } from './processes.ts';
import { createReport } from './report.ts';

/**
 * `npm run bench:material`: what the research material costs. An upload against a bare stream into a file; reading a
 * transcript of three hours; listing 25 files. BENCH_SECONDS=1 makes it a smoke test.
 */
const quick = Number(process.env.BENCH_SECONDS ?? 2) <= 1;
const megabytes = quick ? 32 : 256;
const rounds = quick ? 2 : 9;
const piece = Buffer.alloc(1024 * 1024, 'parley');

const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
const report = createReport();
const parley = await startParley(dataDir);
// On the same file system as Parley's blobs.
const bare = await startBareUpload(dataDir);
const key = /prl_live_\w+/.exec(parley.said)?.[0] as string;
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

interface Made {
  data: { id: string; status: string; upload?: { put_url: string } };
}
const post = async (where: string, body: object): Promise<Made> =>
  (await (
    await fetch(parley.url + where, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as Made;

/** Sends the megabytes and waits for the answer; megabytes a second. */
async function send(url: string): Promise<number> {
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    const length = megabytes * piece.length;
    const put = request(url, { method: 'PUT', headers: { 'content-length': length } }, (response) => {
      response
        .resume()
        .once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('refused'))));
    });
    put.once('error', reject);
    let left = megabytes;
    const feed = () => {
      while (left-- > 0) if (!put.write(piece)) return void put.once('drain', feed);
      put.end();
    };
    feed();
  });
  return megabytes / ((performance.now() - began) / 1000);
}

try {
  const project = (await post('/v1/projects', { name: 'Bench' })).data.id;
  const files = `/v1/projects/${project}/files`;
  const upload = async () => {
    const { data } = await post(files, { name: 'a.bin', size_bytes: megabytes * piece.length });
    const rate = await send(data.upload?.put_url as string);
    // What happens to it afterwards must not disturb the next.
    for (;;) {
      const file = (await (await fetch(`${parley.url}/v1/files/${data.id}`, { headers })).json()) as Made;
      if (file.data.status !== 'processing') break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await fetch(`${parley.url}/v1/files/${data.id}`, { method: 'DELETE', headers });
    return rate;
  };
  const pairs: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) {
    const ours = round % 2 === 0 ? await upload() : 0;
    const theirs = await send(bare.url);
    // The first round warms both up.
    if (round > 0) pairs.push([ours || (await upload()), theirs]);
  }
  const middle = (values: number[]) => percentile(values, 0.5);
  report.ratio(
    `upload of ${megabytes} MB by PUT, over a bare stream to disk`,
    pairs.map(([ours, theirs]) => ours / theirs),
    `${Math.round(middle(pairs.map(([ours]) => ours)))} against ${Math.round(middle(pairs.map(([, b]) => b)))} MB/s`,
    0.7,
  );

  const segments = Array.from({ length: 2_500 }, (_, i) => ({
    speaker: i % 2 ? 'Interviewer' : 'Ada',
    start_seconds: i * 4.3,
    end_seconds: i * 4.3 + 4,
    text: 'And then I looked for the button that would bring me back to the basket, and it was not there.',
  }));
  const talk = (await post(files, { name: 'Three hours', transcript: { segments } })).data.id;
  for (let i = 0; i < 60; i++) await post(files, { name: `Note ${i}.txt`, text: `Words of note ${i}.` });
  const seconds = quick ? 1 : 5;
  for (const [what, where] of [
    ['transcript of 2,500 segments', `/v1/files/${talk}/transcript`],
    ['list of 25 files', files],
  ] as const) {
    const slice = await load({ url: parley.url + where, headers }, { seconds });
    report.latency(
      what,
      slice.perSecond,
      percentile(slice.latenciesMs, 0.5),
      percentile(slice.latenciesMs, 0.99),
    );
  }
} finally {
  await parley.stop();
  await bare.stop();
  await rm(dataDir, { recursive: true, force: true });
}
report.finish({ judge: !quick });
