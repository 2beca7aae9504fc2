import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createSpeechRecognizer, type FinishedStep } from '@parley/speech';
import { openMedia } from '../server/src/platform/media/open-media.ts';
import { findChild, peakBytes, processorMs, reapedProcessorMs } from './processes.ts';
import { readStudies } from './quality/read-studies.ts';
import { openSynthesizer } from './quality/synthesize.ts';
import { createReport } from './report.ts';

/**
 * `npm run bench:speech` transcribes six minutes of synthetic speech with the embedded engines and reports what each step
 * costs, how long a cancellation takes and what a killed process repeats. SPEECH_MINUTES=180 transcribes three hours once: the process is
 * killed halfway, the second one is canceled, and the third one continues to the end. SPEECH_SPOKEN_MINUTES=30 adds pauses between the
 * interviews, so that only half an hour is spoken.
 */
const minutes = Number(process.env.SPEECH_MINUTES ?? 6);
const spokenMinutes = Number(process.env.SPEECH_SPOKEN_MINUTES ?? minutes);
/** A longer recording is transcribed only once, with interruptions. */
const isLong = minutes > 30;
const spoken = [
  { study: 'banking', interview: '01', voices: ['rms', 'slt'] },
  { study: 'developer', interview: '03', voices: ['rms', 'slt', 'awb'] },
] as const;
const cores = 2;

const folder = await mkdtemp(path.join(process.env.BENCH_FOLDER ?? tmpdir(), 'parley-speech-'));
const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
const media = openMedia({
  cacheDir: path.join(tmpdir(), 'parley-tools'),
  ffmpegPath: process.env.FFMPEG_PATH,
});
const report = createReport();
const log = (text: string) => process.stderr.write(`${text}\n`);

/** A compressed recording of the given length: the interviews again and again, with pauses after them. */
async function makeRecording(): Promise<{ file: string; seconds: number }> {
  const record = await openSynthesizer(log);
  const studies = await readStudies();
  const samples: Buffer[] = [];
  for (const { study, interview, voices } of spoken) {
    const found = studies.find(({ id }) => id === study)?.interviews.find(({ id }) => id === interview);
    if (found) samples.push((await record(found, voices)).wav.subarray(44));
  }
  const spokenBytes = samples.reduce((sum, { length }) => sum + length, 0);
  const [raw, once, file] = ['talk.raw', 'once.m4a', 'talk.m4a'].map((each) => path.join(folder, each)) as [
    string,
    string,
    string,
  ];
  for (const part of samples) {
    await appendFile(raw, part);
    await appendFile(raw, Buffer.alloc(2 * Math.round((part.length / 2) * (minutes / spokenMinutes - 1))));
  }
  const seconds = minutes * 60;
  const repeats = Math.ceil((spokenMinutes * 60 * 32_000) / spokenBytes);
  const { ffmpeg } = await media.tools();
  const run = (...options: string[]) => promisify(execFile)(ffmpeg, ['-v', 'error', ...options]);
  await run('-f', 's16le', '-ar', '16000', '-ac', '1', '-i', raw, '-c:a', 'aac', once);
  // Copies the compressed sound, because hours take minutes to compress.
  await run('-stream_loop', String(repeats), '-i', once, '-t', String(seconds), '-c', 'copy', file);
  await rm(raw);
  return { file, seconds };
}

const openRecognizer = () =>
  createSpeechRecognizer({ folders: [path.join(cache, 'parley', 'models')], cacheDir: folder, idleMs: 0 });

const findSpeechProcess = () => findChild(process.pid, 'speech-process');

interface Step {
  step: FinishedStep;
  atMs: number;
  processorMs: number;
}

/** Transcribes until `stopAfter` says so. The steps carry the wall time and the processor time of the speech process so far. */
async function transcribe(options: {
  wavPath: string;
  seconds: number;
  diarize?: boolean;
  finished?: FinishedStep[];
  stopAfter?(step: FinishedStep, count: number, progress: number): 'kill' | 'cancel' | undefined;
}) {
  const recognizer = await openRecognizer();
  const cancel = new AbortController();
  const startMs = performance.now();
  const steps: Step[] = [];
  let reading = Promise.resolve();
  let memory = 0;
  let canceledAtMs: number | undefined;
  const progress: number[] = [];
  const onFinished = (step: FinishedStep) => {
    const atMs = performance.now() - startMs;
    const end = options.stopAfter?.(step, steps.length + 1, progress.at(-1) ?? 0);
    reading = reading.then(async () => {
      const pid = await findSpeechProcess();
      if (pid === undefined) return;
      steps.push({ step, atMs, processorMs: await processorMs(pid) });
      memory = await peakBytes(pid);
      if (isLong)
        log(
          `${step.kind} at ${(progress.at(-1) ?? 0).toFixed(3)}: ${steps.at(-1)?.processorMs} ms of processor time, ${memory} bytes`,
        );
      if (end === 'kill') process.kill(pid, 'SIGKILL');
      if (end !== 'cancel') return;
      canceledAtMs = performance.now();
      cancel.abort(new Error('canceled'));
    });
  };
  const result = await recognizer
    .transcribe({
      wavPath: options.wavPath,
      duration_seconds: options.seconds,
      vocabulary: [],
      diarize: options.diarize ?? true,
      signal: cancel.signal,
      onProgress: (fraction) => progress.push(fraction),
      onFinished,
      ...(options.finished && { finished: options.finished }),
    })
    .catch((error: Error) => error);
  await reading;
  const wallMs = performance.now() - startMs;
  recognizer.close();
  while ((await findSpeechProcess()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 10));
  const cancelMs = canceledAtMs === undefined ? undefined : performance.now() - canceledAtMs;
  return { result, steps, memory, wallMs, cancelMs, progress };
}

const name = spokenMinutes === minutes ? `${minutes} minutes` : `${minutes} minutes, ${spokenMinutes} spoken`;
const cost = (ms: number, seconds: number) =>
  `${(ms / 1000).toFixed(1)} s of processor time, ${(ms / 1000 / seconds / cores).toFixed(3)} of real time`;

async function measureSteps(file: string, wavPath: string, seconds: number) {
  const reapedMs = await reapedProcessorMs();
  const startMs = performance.now();
  await media.extractAudio({ input: file, output: wavPath, durationSeconds: seconds });
  const decodeMs = (await reapedProcessorMs()) - reapedMs;
  const whole = await transcribe({ wavPath, seconds });
  if (whole.result instanceof Error) throw whole.result;
  const elapsed = (performance.now() - startMs) / 1000 / seconds;
  const at = (kind: FinishedStep['kind']) =>
    whole.steps.findLast(({ step }) => step.kind === kind)?.processorMs ?? Number.NaN;
  const all = decodeMs + at('speech');
  report.note(`${name}: decode with ffmpeg`, cost(decodeMs, seconds));
  report.note(`${name}: start of the process, speech regions and speakers`, cost(at('turns'), seconds));
  report.note(`${name}: language`, cost(at('language') - at('turns'), seconds));
  report.note(`${name}: words`, cost(at('speech') - at('language'), seconds));
  report.value(
    `${name}: everything, share of real time on two cores`,
    [all / 1000 / seconds / cores],
    '',
    0.2,
  );
  report.note(`${name}: everything, elapsed`, `${elapsed.toFixed(3)} of real time`);
  report.value(`${name}: peak memory of the speech process`, [whole.memory / 1e6], 'MB', 1_000);
  report.note(`${name}: reports of progress`, String(whole.progress.length));
  return whole;
}

async function measureRecovery(
  wavPath: string,
  seconds: number,
  whole: Awaited<ReturnType<typeof transcribe>>,
) {
  const canceled = await transcribe({
    wavPath,
    seconds,
    stopAfter: ({ kind }) => (kind === 'speech' ? 'cancel' : undefined),
  });
  report.value(
    `${name}: from cancel to the end of the process`,
    [canceled.cancelMs ?? Number.NaN],
    'ms',
    2_000,
  );

  const half = Math.ceil(whole.steps.length / 2);
  const killed = await transcribe({
    wavPath,
    seconds,
    stopAfter: (_, count) => (count === half ? 'kill' : undefined),
  });
  const finished = killed.steps.map(({ step }) => step);
  const resumed = await transcribe({ wavPath, seconds, finished });
  if (resumed.result instanceof Error) throw resumed.result;
  const same = JSON.stringify(resumed.result) === JSON.stringify(whole.result);
  report.value(
    `${name}: steps that a process killed after ${finished.length} of ${whole.steps.length} repeats`,
    [finished.length + resumed.steps.length - whole.steps.length],
    'steps',
    0,
  );
  const restMs = resumed.steps.at(-1)?.processorMs ?? Number.NaN;
  report.note(
    `${name}: rest of the killed transcription`,
    `${cost(restMs, seconds)}, ${same ? 'same' : 'DIFFERENT'} transcript`,
  );
}

/** A long recording, in three processes: the first is killed halfway, the second is canceled after one batch, the third ends it. */
async function measureInterrupted(file: string, wavPath: string, seconds: number) {
  const reapedMs = await reapedProcessorMs();
  await media.extractAudio({ input: file, output: wavPath, durationSeconds: seconds });
  const decodeMs = (await reapedProcessorMs()) - reapedMs;
  report.note(`${name}: decode with ffmpeg`, cost(decodeMs, seconds));

  const killed = await transcribe({
    wavPath,
    seconds,
    stopAfter: (_, __, progress) => (progress >= 0.5 ? 'kill' : undefined),
  });
  const canceled = await transcribe({
    wavPath,
    seconds,
    finished: killed.steps.map(({ step }) => step),
    stopAfter: () => 'cancel',
  });
  const finished = [...killed.steps, ...canceled.steps].map(({ step }) => step);
  const resumed = await transcribe({ wavPath, seconds, finished });
  if (resumed.result instanceof Error) throw resumed.result;

  const parts = [killed, canceled, resumed];
  const at = (kind: FinishedStep['kind']) =>
    killed.steps.findLast(({ step }) => step.kind === kind)?.processorMs ?? Number.NaN;
  const all = parts.reduce((sum, { steps }) => sum + (steps.at(-1)?.processorMs ?? 0), decodeMs);
  const doubled = [...finished, ...resumed.steps.map(({ step }) => step)]
    .map((step) => (step.kind === 'speech' ? step.turns_done : -1))
    .filter((turns, i, list) => turns >= 0 && turns <= (list[i - 1] as number)).length;
  report.note(`${name}: start of the process, speech regions and speakers`, cost(at('turns'), seconds));
  report.note(`${name}: language`, cost(at('language') - at('turns'), seconds));
  report.value(
    `${name}: everything, share of real time on two cores`,
    [all / 1000 / seconds / cores],
    '',
    0.2,
  );
  const elapsed = parts.reduce((sum, { wallMs }) => sum + wallMs, 0) / 1000 / seconds;
  report.note(`${name}: everything, elapsed`, `${elapsed.toFixed(3)} of real time`);
  report.value(
    `${name}: peak memory of the speech process`,
    [Math.max(...parts.map(({ memory }) => memory)) / 1e6],
    'MB',
    1_000,
  );
  const fractions = parts.flatMap(({ progress }) => progress);
  const isRising = parts.every(({ progress }) => progress.every((f, i) => f >= (progress[i - 1] ?? 0)));
  report.note(
    `${name}: reports of progress`,
    `${fractions.length}, ${isRising ? 'rising' : 'NOT RISING'} to ${fractions.at(-1)?.toFixed(2)}`,
  );
  report.value(
    `${name}: from cancel to the end of the process`,
    [canceled.cancelMs ?? Number.NaN],
    'ms',
    2_000,
  );
  report.value(
    `${name}: batches repeated after a kill at batch ${killed.steps.length - 2} and a cancellation`,
    [doubled],
    'batches',
    0,
  );
  const { segments } = resumed.result;
  const ordered = segments.every((s, i) => s.start_seconds >= (segments[i - 1]?.start_seconds ?? 0));
  report.note(
    `${name}: transcript`,
    `${segments.length} segments ${ordered ? 'in order' : 'OUT OF ORDER'}, the last ends at ${Math.round(segments.at(-1)?.end_seconds ?? 0)} s of ${Math.round(seconds)}`,
  );
}

try {
  const { file, seconds } = await makeRecording();
  const wavPath = path.join(folder, 'speech.wav');
  if (isLong) await measureInterrupted(file, wavPath, seconds);
  else await measureRecovery(wavPath, seconds, await measureSteps(file, wavPath, seconds));
} finally {
  await rm(folder, { recursive: true, force: true });
}
report.finish({ judge: true });
