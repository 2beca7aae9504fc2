import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureMoves } from './board.ts';
import { load, percentile } from './load.ts';
import { startBareUpload, startParley } from './processes.ts';
import { createReport } from './report.ts';
import { compareUploads, createUploader, measureLarge } from './uploads.ts';

/**
 * `npm run bench:material` measures uploads against a bare stream into a file, reading a transcript of three hours, listing
 * 25 files, and moving cards. BENCH_SECONDS=1 makes it a smoke test. BENCH_ONLY selects some of uploads, reads, moves and
 * large. BENCH_LARGE_MB=5120 also uploads and downloads a file of that size, and measures how much memory the server
 * uses meanwhile.
 */
const quick = Number(process.env.BENCH_SECONDS ?? 2) <= 1;
const largeMegabytes = Number(process.env.BENCH_LARGE_MB ?? 0);
const wanted = (name: string) => (process.env.BENCH_ONLY ?? name).split(',').includes(name);

const dataDir = await mkdtemp(path.join(process.env.BENCH_FOLDER ?? tmpdir(), 'parley-bench-'));
const report = createReport();
const parley = await startParley(dataDir);
// Writes to the same file system as Parley's blobs.
const bare = await startBareUpload(dataDir);
const key = parley.firstSignIn?.apiKey as string;
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

const post = async (where: string, body: object): Promise<string> => {
  const response = await fetch(parley.url + where, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { data: { id: string } }).data.id;
};

try {
  const project = await post('/v1/projects', { name: 'Bench' });
  const uploader = createUploader(parley, key, project);
  if (largeMegabytes > 0 && wanted('large')) await measureLarge(uploader, parley, report, largeMegabytes);
  if (wanted('uploads')) {
    const measuring = { megabytes: quick ? 32 : 256, rounds: quick ? 2 : 9 };
    await compareUploads(uploader, bare, report, measuring);
  }
  if (wanted('reads')) await measureReads(`/v1/projects/${project}/files`);
  if (wanted('moves')) await measureMoves({ parley, dataDir, headers, projectId: project, report, quick });
} finally {
  await parley.stop();
  await bare.stop();
  await rm(dataDir, { recursive: true, force: true });
}
report.finish({ judge: !quick });

async function measureReads(files: string): Promise<void> {
  const segments = Array.from({ length: 2_500 }, (_, i) => ({
    speaker: i % 2 ? 'Interviewer' : 'Ada',
    start_seconds: i * 4.3,
    end_seconds: i * 4.3 + 4,
    text: 'And then I looked for the button that would bring me back to the basket, and it was not there.',
  }));
  const transcript = async () => {
    const talk = await post(files, { name: 'Three hours', transcript: { segments } });
    return `/v1/files/${talk}/transcript`;
  };
  const talk = await transcript();
  for (let i = 0; i < 60; i++) await post(files, { name: `Note ${i}.txt`, text: `Words of note ${i}.` });

  // The first read of a transcript on a node costs more, because later reads use its cache.
  const firstMs: number[] = [];
  for (let i = 0; i < (quick ? 5 : 30); i++) {
    const fresh = await transcript();
    const began = performance.now();
    await (await fetch(parley.url + fresh, { headers })).arrayBuffer();
    firstMs.push(performance.now() - began);
  }
  report.latency(
    'transcript of 2,500 segments, first read, one at a time',
    1000 / percentile(firstMs, 0.5),
    percentile(firstMs, 0.5),
    percentile(firstMs, 0.99),
  );
  for (const [what, where] of [
    ['transcript of 2,500 segments, from the cache', talk],
    ['list of 25 files', files],
  ] as const) {
    const slice = await load({ url: parley.url + where, headers }, { seconds: quick ? 1 : 5 });
    report.latency(
      what,
      slice.perSecond,
      percentile(slice.latenciesMs, 0.5),
      percentile(slice.latenciesMs, 0.99),
    );
  }
}
