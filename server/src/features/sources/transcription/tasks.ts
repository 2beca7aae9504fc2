import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Emit } from '../../../events/index.ts';
import { AppError } from '../../../foundation/errors.ts';
import type { Transcriber } from '../../../platform/ai/transcribe/index.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { extractDocument } from '../../../platform/media/extract-document.ts';
import { MediaError } from '../../../platform/media/media-error.ts';
import type { Media } from '../../../platform/media/open-media.ts';
import { localPath, withWorkFolder } from '../../../platform/storage/local-file.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import type { JobKind, JobRow, JobRun } from '../../jobs/index.ts';
import type { Hooks } from '../../registrations.ts';
import {
  type FileRow,
  findFileById,
  type TranscribeOptions,
  TranscriptionResult,
  type TranscriptionSummary,
  toEventFile,
  updateFile,
} from '../files/index.ts';
import {
  countWords,
  findTranscript,
  type SegmentInput,
  type TranscriptThreads,
  trimOverlaps,
  writeTranscript,
} from '../transcripts/index.ts';
import { documentSegments } from './document.ts';
import { transcriptionFailed } from './service.ts';
import { applySpeakerNames } from './speaker-names.ts';
import { findSteps, removeSteps, stepWriter } from './steps.ts';

export interface TranscriptionDeps {
  db: Db;
  emit: Emit;
  storage: Storage;
  media: Media;
  transcriber: Transcriber;
  workDir: string;
  threads: TranscriptThreads;
  nameSpeakers: Hooks['nameSpeakers'];
}

interface ExtractedTranscript {
  segments: SegmentInput[];
  language: string | null;
  time_basis: 'media' | 'estimated';
}

/** The job `transcription`: reads the file outside any transaction, then commits transcript, file and event in one transaction. */
export function transcriptionJob(deps: TranscriptionDeps): JobKind {
  return {
    result: TranscriptionResult,
    concurrency: 1,
    briefConcurrency: 2,
    async onStart(db, job, now) {
      const file = await findFileById(db, job.file_id ?? '', sql`for update`);
      if (file?.transcription_job_id === job.id)
        await updateFile(db, file.id, { transcription_status: 'running', updated_at: now });
    },
    async run(job, run) {
      const file = await findFileById(deps.db, job.file_id ?? '');
      if (!file?.blob_key) throw new TaskFailure('canceled', 'The file was deleted.');
      const extracted = await extractTranscript(deps, file, job, run);
      if (extracted.segments.length === 0)
        throw new TaskFailure('no_text', 'No speech or text was found in the file.');
      return (tx, now) => saveResult(deps, tx, job, extracted, now);
    },
    onFailure: transcriptionFailed,
  };
}

async function extractTranscript(
  deps: TranscriptionDeps,
  file: FileRow,
  job: JobRow,
  run: JobRun,
): Promise<ExtractedTranscript> {
  try {
    return await withWorkFolder(deps.workDir, async (folder) => {
      const local = await localPath(deps.storage, file.blob_key as string, folder, run.signal);
      return file.kind === 'video' || file.kind === 'audio'
        ? transcribeAudio(deps, file, job, local, folder, run)
        : readDocument(deps.threads, file, job.input, local, run);
    });
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof MediaError) throw new TaskFailure(error.fault, error.message);
    if (error instanceof AppError && error.code === 'validation_failed') throw malformedSubtitles(error);
    throw error;
  }
}

/** Another attempt would read the same subtitles, so the job fails at once. */
function malformedSubtitles({ details }: AppError): TaskFailure {
  const [first] = details;
  const cue = /^segments\.(\d+)\.end_seconds$/.exec(first?.field ?? '')?.[1];
  const reason = cue ? `Cue ${Number(cue) + 1} ends before it starts.` : first?.message;
  return new TaskFailure('unreadable', `The subtitles cannot be read. ${reason ?? ''}`.trim());
}

const requestedLanguage = (options: TranscribeOptions) =>
  options.language && options.language !== 'auto' ? options.language : undefined;

async function transcribeAudio(
  deps: TranscriptionDeps,
  file: FileRow,
  job: JobRow,
  local: string,
  folder: string,
  { signal, progress, addUsage }: JobRun,
): Promise<ExtractedTranscript> {
  const options: TranscribeOptions = job.input;
  const finished = await findSteps(deps.db, job.id);
  const wavPath = path.join(folder, 'speech.wav');
  await deps.media.extractAudio({
    input: local,
    output: wavPath,
    signal,
    durationSeconds: file.duration_seconds ?? undefined,
    onProgress: (fraction) => progress(fraction * 10),
  });
  const speech = await deps.transcriber.transcribe({
    wavPath,
    duration_seconds: file.duration_seconds ?? 0,
    language: requestedLanguage(options) ?? file.language ?? undefined,
    vocabulary: options.vocabulary ?? [],
    diarize: options.diarize ?? true,
    speakers_expected: options.speakers_expected,
    signal,
    onProgress: (fraction) => progress(10 + fraction * 85),
    finished,
    onFinished: stepWriter(deps.db, job, finished.length),
  });
  if (deps.transcriber.name !== 'embedded')
    addUsage(audioUsage(deps.transcriber, file.duration_seconds ?? 0));
  const spoken = speech.segments.map((segment) => ({ ...segment, speaker: segment.speaker ?? 'Speaker 1' }));
  // Names that the caller sent with the file take precedence over those of a call.
  const named = options.speaker_names
    ? trimOverlaps(applySpeakerNames(spoken, options.speaker_names))
    : await deps.nameSpeakers(deps.db, file.id, trimOverlaps(spoken));
  return { segments: named, language: speech.language, time_basis: 'media' };
}

const audioUsage = ({ name, model, usd_per_minute }: Transcriber, seconds: number) => ({
  provider: name,
  model,
  input_tokens: 0,
  output_tokens: 0,
  audio_seconds: seconds,
  cost_usd: usd_per_minute === undefined ? null : (seconds / 60) * usd_per_minute,
});

async function readDocument(
  threads: TranscriptThreads,
  file: FileRow,
  options: TranscribeOptions,
  local: string,
  { signal, progress }: JobRun,
): Promise<ExtractedTranscript> {
  const language = requestedLanguage(options) ?? file.language;
  if (file.content_type === 'text/vtt' || file.content_type === 'application/x-subrip') {
    const segments = await threads.parse(file.workspace_id, await readFile(local, 'utf8'));
    return { segments, language, time_basis: 'media' };
  }
  const document = await extractDocument(local, file.content_type, { signal });
  progress(70);
  return { segments: documentSegments(document), language, time_basis: 'estimated' };
}

async function saveResult(
  { emit, threads }: TranscriptionDeps,
  tx: Db,
  job: JobRow,
  { segments, language, time_basis }: ExtractedTranscript,
  now: Date,
): Promise<TranscriptionSummary & { file_id: string }> {
  const file = await findFileById(tx, job.file_id ?? '', sql`for no key update`);
  if (!file) throw new TaskFailure('canceled', 'The file was deleted.');
  const { overwrite } = job.input as TranscribeOptions;
  if (!overwrite && (await findTranscript(tx, file.id)))
    throw new TaskFailure('conflict', 'A transcript was written during the job and was not replaced.');
  const { transcript } = await writeTranscript(
    tx,
    threads,
    { ...file, file_id: file.id },
    { segments, language, time_basis, action: 'transcribe', by: null },
    now,
  );
  await removeSteps(tx, job.id);
  const change = {
    transcription_status: 'completed' as const,
    language: language ?? file.language,
    updated_at: now,
  };
  await updateFile(tx, file.id, change);
  const summary: TranscriptionSummary = {
    language: transcript.language,
    segment_count: segments.length,
    speaker_count: transcript.speakers.length,
    word_count: segments.reduce((sum, { text }) => sum + countWords(text), 0),
    duration_seconds: segments.at(-1)?.end_seconds ?? 0,
  };
  await emit(tx, {
    type: 'file.transcribed',
    workspace_id: file.workspace_id,
    project_id: file.project_id,
    data: { ...toEventFile({ ...file, ...change }), transcription: summary },
    at: now,
  });
  return { file_id: file.id, ...summary };
}
