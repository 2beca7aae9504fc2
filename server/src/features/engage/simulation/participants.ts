import type { Emit } from '../../../events/index.ts';
import { newId } from '../../../foundation/ids.ts';
import type { Db, Transaction } from '../../../platform/database/index.ts';
import type { JobRow } from '../../jobs/index.ts';
import { lockProject } from '../../projects/index.ts';
import { findOrCreateParticipant, recordConsent } from '../participants/index.ts';
import {
  completeResponse,
  findResponseOf,
  insertResponse,
  type NewAnswer,
  nextQuestion,
  type ResponseRow,
  readAnswer,
  saveAnswerRow,
} from '../responses/index.ts';
import { completeSession, findSessionOf, insertSession } from '../sessions/index.ts';
import { takeResponseNumber, type VersionContent } from '../tests/index.ts';
import { createPersona, type Persona, simulateAnswer } from './answers.ts';
import { createRandom, type Random } from './random.ts';
import type { SimulationInput } from './schema.ts';

/** Surveys have no session, not even those with follow-up questions. */
const isInterview = (type: VersionContent['type']) => type === 'ai_interview' || type === 'live_interview';

export interface SimulationRunDeps {
  db: Db;
  emit: Emit;
}

interface Simulated {
  response_id: string | null;
  session_id: string | null;
}

interface Run {
  job: JobRow;
  input: SimulationInput;
  version: number;
  content: VersionContent;
}

/**
 * One simulated person takes the test, in one transaction. The address contains the job, so that an attempt after a crash
 * finds the people that are done.
 */
export async function simulateParticipant(
  deps: SimulationRunDeps,
  run: Run,
  index: number,
  now: Date,
): Promise<Simulated> {
  const { job, input, content } = run;
  return deps.db.transaction(async (tx) => {
    // Inside, so that the same person results if the transaction runs again.
    const random = createRandom(input.seed, index);
    const persona = createPersona(random);
    await lockProject(tx, job.project_id);
    const participant = await findOrCreateParticipant(
      tx,
      {
        project_id: job.project_id,
        email: `participant-${index + 1}.${job.id}@simulated.invalid`,
        name: persona.name,
        timezone: persona.timezone,
        locale: persona.locale,
        simulated: true,
        created_by: job.created_by,
      },
      now,
    );
    const known = await findDone(tx, run, participant.id);
    if (known) return known;
    const answers = content.type === 'live_interview' ? [] : planAnswers(content, persona, random);
    const seconds = answers.at(-1)?.at_seconds ?? random.integer(600, 2_700);
    const started_at = new Date(now.getTime() - (seconds + random.integer(2, 9)) * 1_000);
    if (content.consent)
      await recordConsent(tx, participant.id, input.test_id, content.consent.version, started_at);
    const at = { participant_id: participant.id, timezone: participant.timezone, started_at, now };
    const session_id = isInterview(content.type) ? await startSession(tx, run, at) : null;
    const response =
      content.type === 'live_interview'
        ? null
        : await answer(deps, tx, run, { ...at, session_id, persona, answers });
    if (session_id) await endSession(deps, tx, run, session_id, response, now);
    return { response_id: response?.id ?? null, session_id };
  });
}

interface At {
  participant_id: string;
  timezone: string | null;
  started_at: Date;
  now: Date;
}

async function findDone(tx: Db, { input }: Run, participantId: string): Promise<Simulated | undefined> {
  const response = await findResponseOf(tx, input.test_id, participantId);
  const session_id = (await findSessionOf(tx, input.test_id, participantId)) ?? null;
  return response || session_id ? { response_id: response?.id ?? null, session_id } : undefined;
}

interface PlannedAnswer extends Omit<NewAnswer, 'response_id'> {
  /** Seconds after the start. */
  at_seconds: number;
}

/** Answers like a participant: each answer decides which question comes next. */
function planAnswers(content: VersionContent, persona: Persona, random: Random): PlannedAnswer[] {
  const answers: PlannedAnswer[] = [];
  let at_seconds = random.integer(5, 20);
  for (let step = nextQuestion(content, answers); step; step = nextQuestion(content, answers)) {
    const { question, in_screener } = step;
    const duration_seconds = random.integer(3, 40);
    at_seconds += duration_seconds;
    answers.push({
      ...readAnswer(question, simulateAnswer(question, persona, random)),
      question_id: question.id,
      turn: 0,
      follow_up_of: null,
      in_screener,
      question: question.text,
      type: question.type,
      duration_seconds,
      signals: {},
      at_seconds,
    });
  }
  return answers;
}

async function answer(
  { emit }: SimulationRunDeps,
  tx: Transaction,
  { job, input, version, content }: Run,
  {
    participant_id,
    started_at,
    now,
    session_id,
    persona,
    answers,
  }: At & { session_id: string | null; persona: Persona; answers: PlannedAnswer[] },
): Promise<ResponseRow> {
  const response: ResponseRow = {
    id: newId('response', now.getTime()),
    project_id: job.project_id,
    test_id: input.test_id,
    test_version: version,
    number: await takeResponseNumber(tx, input.test_id),
    status: 'in_progress',
    participant_id,
    invitation_id: null,
    session_id,
    timezone: persona.timezone,
    locale: persona.locale,
    device: persona.device,
    // The texts are English whatever the locale.
    language: 'en',
    consent_version: content.consent?.version ?? null,
    consented_at: content.consent ? started_at : null,
    quality: null,
    sentiment: null,
    started_at,
    submitted_at: null,
    duration_seconds: null,
    metadata: {},
    simulated: true,
    created_by: job.created_by,
    created_at: now,
    updated_at: now,
  };
  await insertResponse(tx, response);
  for (const { at_seconds, ...planned } of answers) {
    const at = new Date(started_at.getTime() + at_seconds * 1_000);
    await saveAnswerRow(tx, { ...planned, response_id: response.id }, {}, at);
  }
  const { workspace_id } = job;
  return completeResponse(emit, tx, { workspace_id, response_id: response.id }, now);
}

async function startSession(
  tx: Db,
  { job, input, version, content }: Run,
  { participant_id, timezone, started_at, now }: At,
): Promise<string> {
  const id = newId('session', now.getTime());
  await insertSession(tx, {
    id,
    project_id: job.project_id,
    test_id: input.test_id,
    test_version: version,
    participant_id,
    kind: content.type === 'live_interview' ? 'live' : 'ai',
    status: 'in_progress',
    timezone,
    started_at,
    simulated: true,
    created_by: job.created_by,
    created_at: now,
  });
  return id;
}

/** A simulated session has no recording. Its coverage says which questions were answered. */
async function endSession(
  { emit }: SimulationRunDeps,
  tx: Db,
  { content }: Run,
  sessionId: string,
  response: ResponseRow | null,
  now: Date,
): Promise<void> {
  const status = response?.status === 'screened_out' ? 'missed' : 'covered';
  const coverage = content.questions.map(({ id }) => ({ question_id: id, status }) as const);
  await completeSession(tx, { emit }, sessionId, { coverage }, now);
}
