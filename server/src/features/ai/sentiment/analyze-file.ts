import { sentimentModel } from '../../../platform/ai/sentiment/index.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import type { JobRow } from '../../jobs/index.ts';
import type { SentimentDeps } from './deps.ts';
import { isEnglish } from './language.ts';
import { participantSegments, type Skipped, type TranscriptSpeaker } from './readable.ts';
import type { ScoreTask, work } from './score-worker.ts';
import {
  type FileSentimentRow,
  readTranscriptPage,
  type SegmentScore,
  type SpeakerSentiment,
  type TranscriptSegment,
} from './store.ts';
import { summarize } from './summarize.ts';

interface ReadTranscript {
  revision: number;
  language: string | null;
  speakers: TranscriptSpeaker[];
  segments: TranscriptSegment[];
}

/** The result for one file, without the time at which it is written. */
export interface FileResult {
  row: Omit<FileSentimentRow, 'analyzed_at'>;
  scores: SegmentScore[];
  /** Segments in another language, which do not count. */
  leftOut: number;
}

const pageSize = 2_000;
/** Segments whose vectors and scores are computed at once. Canceling a job waits for at most one batch. */
const batchSize = 64;
/** How often a transcript is read again because it was changed meanwhile. */
const readAttemptsMax = 10;

/** Reads a transcript in pages, so that parsing a long one does not block the event loop. */
export async function readTranscript(
  { db }: SentimentDeps,
  fileId: string,
  signal: AbortSignal,
): Promise<ReadTranscript | undefined> {
  for (let attempt = 0; attempt < readAttemptsMax; attempt++) {
    const first = await readTranscriptPage(db, fileId, '', pageSize);
    if (!first) return undefined;
    const segments = [...first.segments];
    let page: typeof first | undefined = first;
    while (page && page.revision === first.revision && page.segments.length === pageSize) {
      signal.throwIfAborted();
      page = await readTranscriptPage(db, fileId, segments.at(-1)?.id ?? '', pageSize);
      if (page) segments.push(...page.segments);
    }
    if (page?.revision === first.revision) return { ...first, segments };
  }
  throw new TaskFailure('transcript_changing', 'The transcript was changed all the time while it was read.', {
    retryable: true,
  });
}

/** Scores what participants say. Returns the reason if there is nothing to score. */
export async function analyzeFile(
  deps: SentimentDeps,
  job: JobRow,
  fileId: string,
  run: { signal: AbortSignal; segmentsMax: number; done(segments: number): void },
): Promise<FileResult | Skipped> {
  const skip = (reason: Skipped['reason']): Skipped => ({ file_id: fileId, reason });
  const transcript = await readTranscript(deps, fileId, run.signal);
  if (!transcript || transcript.segments.length === 0) return skip('no_transcript');
  const segments = participantSegments(transcript.speakers, transcript.segments);
  if (segments.length === 0) return skip('no_participant_speech');
  if (segments.length > run.segmentsMax) return skip('too_long');
  const texts = segments.map(({ text }) => text);
  if (!isEnglish(transcript.language, texts)) return skip('unsupported_language');

  const scores: SegmentScore[] = [];
  const bySpeaker = new Map<string, SegmentScore[]>();
  for (let at = 0; at < segments.length; at += batchSize) {
    run.signal.throwIfAborted();
    const batch = segments.slice(at, at + batchSize);
    for (const { speaker_id, ...score } of await scoreBatch(deps, job, batch, run.signal)) {
      scores.push(score);
      const own = bySpeaker.get(speaker_id);
      if (own) own.push(score);
      else bySpeaker.set(speaker_id, [score]);
    }
    run.done(batch.length);
  }
  if (scores.length === 0) return skip('unsupported_language');
  const { label, score, counts, words } = summarize(scores);
  return {
    row: {
      file_id: fileId,
      workspace_id: job.workspace_id,
      project_id: job.project_id,
      revision: transcript.revision,
      label,
      score,
      counts,
      words,
      speakers: transcript.speakers.flatMap(({ id, label: speaker }): SpeakerSentiment[] => {
        const own = bySpeaker.get(id);
        if (!own) return [];
        const { label, score, counts } = summarize(own);
        return [{ speaker_id: id, speaker, label, score, counts }];
      }),
      model: sentimentModel,
      job_id: job.id,
    },
    scores,
    leftOut: segments.length - scores.length,
  };
}

/** The scores of the segments, without those in another language. */
async function scoreBatch(
  { moodEmbedder, threads }: SentimentDeps,
  job: JobRow,
  segments: TranscriptSegment[],
  signal: AbortSignal,
): Promise<(SegmentScore & { speaker_id: string })[]> {
  const texts = segments.map(({ text }) => text);
  const task: ScoreTask = { texts, vectors: await moodEmbedder.embed(texts, signal) };
  const scored = await threads.run<ReturnType<typeof work>>(job.workspace_id, task);
  return segments.flatMap(({ id, speaker_id }, i) => {
    const score = scored[i];
    return score ? [{ segment_id: id, speaker_id, ...score }] : [];
  });
}
