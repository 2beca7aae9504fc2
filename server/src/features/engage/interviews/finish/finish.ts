import type { Db } from '../../../../platform/database/index.ts';
import { sql } from '../../../../platform/database/index.ts';
import type { TaskHandler, TaskQueue } from '../../../../platform/tasks/index.ts';
import { lockProject } from '../../../projects/index.ts';
import {
  insertSessionTranscript,
  type SessionTranscript,
  type StoredTranscript,
  storeSessionTranscript,
} from '../../../sources/files/index.ts';
import type { TranscriptThreads } from '../../../sources/transcripts/index.ts';
import { completeResponse, findResponseById } from '../../responses/index.ts';
import {
  completeSession,
  findSessionRecord,
  type SessionChange,
  type SessionRecord,
  saveSession,
} from '../../sessions/index.ts';
import { getVersionContent, type VersionContent } from '../../tests/index.ts';
import { toPlan } from '../conversation.ts';
import type { InterviewDeps } from '../deps.ts';
import { coverageOf } from '../plan/coverage.ts';
import type { Language } from '../plan/cues.ts';
import {
  addUsage,
  findInterviewOfSession,
  type InterviewRow,
  isBeingErased,
  listTurns,
  type TurnRow,
} from '../store.ts';
import { languageOfAnswers } from '../wording/language.ts';
import { extractSummary, type SummaryDraft, verifySummary } from './summary.ts';
import { generateSummary } from './summary-by-model.ts';
import { speakerOf, toSegments } from './transcript.ts';

const kind = 'interview.finish';
/** The participant does not wait for the summary. */
const summaryTimeoutMs = 90_000;

interface Written {
  stored: StoredTranscript;
  draft: SummaryDraft | undefined;
}

export const addFinishTask = (tasks: TaskQueue, tx: Db, workspace_id: string, sessionId: string) =>
  tasks.add(tx, { kind, workspace_id, subject: sessionId });

interface Finished {
  interview: InterviewRow;
  session: SessionRecord;
  responseNumber: number;
  content: VersionContent;
  turns: TurnRow[];
  language: Language;
}

/** Turns the conversation into a file with a transcript, and completes the session and the response. */
export const finishTaskKinds = (deps: InterviewDeps): Record<string, TaskHandler> => ({
  [kind]: {
    concurrency: 2,
    async run(task, run) {
      const finished = await readFinished(deps.db, task.subject);
      if (!finished) return;
      const transcript = transcriptOf(finished);
      const draft = transcript && (await draftSummary(deps, finished, run.signal));
      const stored = transcript && (await storeSessionTranscript(deps, transcript, deps.clock.now()));
      try {
        await run.finish((tx) => complete(deps, tx, finished, stored && { stored, draft }));
      } finally {
        await stored?.blob.release();
      }
    },
    // For example because the storage of the plan is full. The answers are in the response.
    async onExhausted(tx, task) {
      const finished = await readFinished(tx, task.subject);
      if (finished) await complete(deps, tx, finished, undefined);
    },
  },
});

/** Undefined if the participant withdrew, or the project was deleted. */
async function readFinished(db: Db, sessionId: string): Promise<Finished | undefined> {
  const interview = await findInterviewOfSession(db, sessionId);
  const session = interview && (await findSessionRecord(db, sessionId));
  const response = session && (await findResponseById(db, interview.response_id));
  if (!interview?.ended_at || !response) return undefined;
  const content = await getVersionContent(db, session.test_id, session.test_version);
  const turns = await listTurns(db, sessionId);
  const said = turns.flatMap((turn) => (turn.role === 'participant' ? turn.text : []));
  const language = languageOfAnswers(said, interview.language);
  return { interview, session, responseNumber: response.number, content, turns, language };
}

/** Returns undefined if the participant said nothing. */
function transcriptOf({
  interview,
  session,
  responseNumber,
  content,
  turns,
  language,
}: Finished): SessionTranscript | undefined {
  if (!turns.some(({ role }) => role === 'participant')) return undefined;
  const participant = speakerOf(session.participant.name, responseNumber);
  return {
    workspace_id: session.workspace_id,
    project_id: session.project_id,
    session_id: session.id,
    response_id: interview.response_id,
    name: `${content.name} – ${participant}`.slice(0, 255).toWellFormed(),
    language,
    recorded_at: interview.started_at,
    segments: toSegments(turns, interview.started_at, interview.ended_at, participant),
  };
}

async function complete(
  deps: InterviewDeps,
  db: Db,
  finished: Finished,
  written: Written | undefined,
): Promise<void> {
  const { interview, turns, content } = finished;
  const now = deps.clock.now();
  await db.transaction(async (tx) => {
    await lockProject(tx, finished.session.project_id);
    const session = await findSessionRecord(tx, interview.session_id, sql`for no key update of s`);
    // The participant withdrew meanwhile. An erasure that has begun would not find a file that is written now.
    if (!session || (await isBeingErased(tx, session))) return;
    const ended_at = interview.ended_at ?? now;
    const change: SessionChange = {
      coverage: coverageOf(content, toPlan(turns)),
      ended_at,
      duration_seconds: secondsBetween(session.started_at ?? interview.started_at, ended_at),
      ...(written ? await writeFile(tx, deps.threads, finished, written, now) : {}),
    };
    if (session.status === 'completed') await saveSession(tx, session.id, change, now);
    else await completeSession(tx, deps, session.id, change, now);
    const { workspace_id } = session;
    const { response_id } = interview;
    await completeResponse(deps.emit, tx, { workspace_id, response_id, submitted_at: ended_at }, now);
  });
}

/** The time by the clock. The limit on pauses applies to the time limit of the interview only. */
const secondsBetween = (start: Date, end: Date) => Math.max(0, (end.getTime() - start.getTime()) / 1_000);

async function writeFile(
  tx: Db,
  threads: TranscriptThreads,
  { content, turns, language }: Finished,
  { stored, draft }: Written,
  now: Date,
): Promise<SessionChange> {
  const { file, revision, segments } = await insertSessionTranscript(tx, threads, stored, now);
  const inOrder = [...segments].sort((a, b) => a.start_seconds - b.start_seconds);
  const source = {
    kind: 'file' as const,
    id: file.id,
    name: file.name,
    revision,
    language,
    time_basis: 'media' as const,
    segments: inOrder.map((segment, i) => ({
      id: segment.id,
      ordinal: i + 1,
      speaker: stored.segments[i]?.speaker ?? '',
      role: null,
      start_seconds: segment.start_seconds,
      end_seconds: segment.end_seconds,
      text: segment.text,
      page: null,
    })),
  };
  const extracted = () => verifySummary(extractSummary(content, turns, language), source, language);
  const generated = draft && verifySummary(draft, source, language);
  // One wrong quotation makes the whole summary of a model doubtful.
  const { summary, citations } = generated?.citations.every(({ verified }) => verified)
    ? generated
    : extracted();
  return { recording_file_id: file.id, summary, summary_citations: citations };
}

/** The summary of the language model; undefined without a model, or if it fails. */
async function draftSummary(
  deps: InterviewDeps,
  { session, turns, language }: Finished,
  signal: AbortSignal,
): Promise<SummaryDraft | undefined> {
  const used: Promise<void>[] = [];
  const generator = deps.generator?.forJob(
    session,
    { addUsage: (usage) => void used.push(addUsage(deps.db, session.id, usage).catch(() => {})) },
    { names: session.participant.name ? [session.participant.name] : [] },
  );
  if (!generator) return undefined;
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(summaryTimeoutMs)]);
    return await generateSummary(generator, turns, language, limited);
  } catch (error) {
    signal.throwIfAborted();
    const fault = error instanceof Error ? error.name : 'error';
    deps.log.info(
      { event: 'interview.summary_extracted', fault },
      'a summary was made without the language model',
    );
    return undefined;
  } finally {
    await Promise.all(used);
  }
}
