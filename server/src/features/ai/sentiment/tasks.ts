import type { Db } from '../../../platform/database/index.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import { listCandidates } from '../../evidence/index.ts';
import type { JobKind } from '../../jobs/index.ts';
import { updateFile } from '../../sources/files/index.ts';
import { analyzeFile, type FileResult } from './analyze-file.ts';
import type { SentimentDeps } from './deps.ts';
import type { Skipped } from './readable.ts';
import { type NewSentiment, SentimentResult } from './schema.ts';
import { lockTranscript, saveFileSentiment } from './store.ts';
import { combine } from './summarize.ts';

/** About an hour of work on one core if no vector is stored yet. */
const segmentsMax = 200_000;

/** The job `sentiment`: scores outside any transaction, then commits all files and the result in one transaction. */
export function sentimentJob(deps: SentimentDeps): JobKind {
  return {
    result: SentimentResult,
    // The vectors are computed in one process, so a second job waits for it anyway. It belongs to another workspace.
    concurrency: 2,
    async run(job, { signal, progress }) {
      const { file_ids } = job.input as NewSentiment;
      const wanted = job.file_id === null ? file_ids : [job.file_id];
      const candidates = await listCandidates(deps.db, { project_id: job.project_id, file_ids: wanted });
      const results: FileResult[] = [];
      const skipped: Skipped[] = [];
      let segmentsLeft = segmentsMax;
      for (const [at, { id: file_id }] of candidates.entries()) {
        signal.throwIfAborted();
        let done = 0;
        const result = await analyzeFile(deps, job, file_id, {
          signal,
          segmentsMax: segmentsLeft,
          done(segments) {
            done += segments;
            // The number of segments of the later files is unknown, so a file counts as one step.
            progress((100 * (at + done / (done + batchAhead))) / candidates.length);
          },
        });
        if ('reason' in result) skipped.push(result);
        else {
          results.push(result);
          segmentsLeft -= result.scores.length + result.leftOut;
        }
      }
      if (results.length === 0) throw nothingToRead(skipped);
      return (tx, now) => saveResults(tx, results, skipped, now);
    },
  };
}

/** Makes the progress within a file approach its end without reaching it. */
const batchAhead = 256;

function nothingToRead(skipped: Skipped[]): TaskFailure {
  const all = (reason: Skipped['reason']) => skipped.length > 0 && skipped.every((s) => s.reason === reason);
  if (skipped.some(({ reason }) => reason === 'unsupported_language'))
    return new TaskFailure(
      'unsupported_language',
      'Only English transcripts can be analyzed, and these are in another language.',
    );
  if (all('no_participant_speech'))
    return new TaskFailure(
      'nothing_to_read',
      'Only interviewers and observers speak in these transcripts. Set the role of a speaker to participant.',
    );
  if (all('too_long'))
    return new TaskFailure('too_long', 'These transcripts are too long to be analyzed at once.');
  return new TaskFailure('nothing_to_read', 'The transcripts for this analysis were deleted.');
}

/** Files are locked in the order of their ids, so that two jobs about the same files do not block each other. */
async function saveResults(tx: Db, results: FileResult[], skipped: Skipped[], now: Date): Promise<object> {
  const saved: FileResult[] = [];
  for (const result of results.toSorted((a, b) => (a.row.file_id < b.row.file_id ? -1 : 1))) {
    const { file_id, label, score } = result.row;
    if (!(await lockTranscript(tx, file_id))) {
      skipped.push({ file_id, reason: 'no_transcript' });
      continue;
    }
    await saveFileSentiment(tx, { ...result.row, analyzed_at: now }, result.scores);
    await updateFile(tx, file_id, { sentiment: { label, score }, updated_at: now });
    if (result.leftOut > 0) skipped.push({ file_id, reason: 'partly_another_language' });
    saved.push(result);
  }
  if (saved.length === 0) throw nothingToRead(skipped);
  const { label, score } = combine(saved.map(({ row }) => row));
  return {
    overall: { label, score },
    files: saved.map(({ row }) => ({
      file_id: row.file_id,
      label: row.label,
      score: row.score,
      counts: row.counts,
    })),
    skipped,
  };
}
