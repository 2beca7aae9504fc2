import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Db, sql } from '../../../../platform/database/index.ts';
import { MediaError } from '../../../../platform/media/media-error.ts';
import type { PeriodicTask } from '../../../../platform/periodic/periodic.ts';
import { withWorkFolder } from '../../../../platform/storage/local-file.ts';
import { TaskFailure, type TaskHandler } from '../../../../platform/tasks/index.ts';
import { getVersionContent } from '../../tests/index.ts';
import type { InterviewDeps } from '../deps.ts';
import { addUsage, findInterview, type InterviewRow } from '../store.ts';
import { languageOfTest } from '../wording/language.ts';
import { endSpoken, readSpoken, removeOldSpoken } from './store.ts';

export const spokenTaskKind = 'response.transcribe';

const keyOf = (task: { subject: string; input: Record<string, unknown> }) => ({
  response_id: task.subject,
  recording: String(task.input.recording),
});

export const spokenTaskKinds = (deps: InterviewDeps): Record<string, TaskHandler> => ({
  [spokenTaskKind]: {
    concurrency: 2,
    async run(task, run) {
      const key = keyOf(task);
      const audio = await readSpoken(deps.db, key);
      // Recorded again, discarded, or the participant withdrew.
      if (!audio) return;
      const text = await transcribe(deps, key.response_id, audio, run.signal);
      await run.finish((tx) => endSpoken(tx, key, text === '' ? null : text));
    },
    onExhausted: (tx, task) => endSpoken(tx, keyOf(task), null),
  },
});

/** A participant who has not sent the text by then records again. */
const storedMs = 24 * 3_600_000;
/** The longest recording takes about 40 minutes. One that was not completed by then was left, and its bytes block others. */
const unfinishedMs = 3_600_000;

export const spokenPeriodic = ({ db, clock }: Pick<InterviewDeps, 'db' | 'clock'>): PeriodicTask => ({
  name: 'old spoken answers',
  everyMs: 600_000,
  run: () => {
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    return removeOldSpoken(db, { unfinished: ago(unfinishedMs), finished: ago(storedMs) });
  },
});

async function transcribe(
  deps: InterviewDeps,
  responseId: string,
  audio: Buffer,
  signal: AbortSignal,
): Promise<string> {
  const { media, transcriber } = deps;
  const interview = await findInterview(deps.db, responseId);
  const language = interview?.language ?? (await languageOfSurvey(deps.db, responseId));
  try {
    return await withWorkFolder(deps.workDir, async (folder) => {
      const [input, wavPath] = [path.join(folder, 'answer'), path.join(folder, 'answer.wav')];
      await writeFile(input, audio);
      const { duration_seconds } = await media.probe(input, { signal });
      await media.extractAudio({ input, output: wavPath, signal, durationSeconds: duration_seconds });
      const { segments } = await transcriber.transcribe({
        wavPath,
        duration_seconds,
        language,
        vocabulary: [],
        diarize: false,
        signal,
        onProgress: () => {},
      });
      if (interview) await recordUsage(deps, interview, duration_seconds);
      return segments
        .map((segment) => segment.text.trim())
        .join(' ')
        .trim();
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MediaError) throw new TaskFailure(error.fault, error.message);
    throw error;
  }
}

async function languageOfSurvey(db: Db, responseId: string): Promise<string | undefined> {
  const [response] = await db.query<{ test_id: string; test_version: number; locale: string | null }>(sql`
    select test_id, test_version, locale from responses where id = ${responseId}`);
  if (!response) return undefined;
  const { questions } = await getVersionContent(db, response.test_id, response.test_version);
  return languageOfTest(
    questions.map(({ text }) => text),
    response.locale,
  );
}

async function recordUsage(
  { db, transcriber }: InterviewDeps,
  { session_id }: InterviewRow,
  seconds: number,
): Promise<void> {
  if (transcriber.name === 'embedded') return;
  const { usd_per_minute: price } = transcriber;
  await addUsage(db, session_id, {
    provider: transcriber.name,
    model: transcriber.model,
    input_tokens: 0,
    output_tokens: 0,
    audio_seconds: seconds,
    cost_usd: price === undefined ? null : (seconds / 60) * price,
  });
}
