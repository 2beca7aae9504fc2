import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../../../foundation/errors.ts';
import type { Received } from '../../../../http/route.ts';
import { type Db, sql } from '../../../../platform/database/index.ts';
import { findPlan } from '../../../identity/accounts/index.ts';
import { spendCredit } from '../../../identity/usage/index.ts';
import { type ParticipantCaller, type ResponseRow, requireOpen } from '../../responses/index.ts';
import { getVersionContent } from '../../tests/index.ts';
import type { InterviewDeps } from '../deps.ts';
import { requireRoomForUninvited, spokenBytesMax } from './limit-bytes.ts';
import {
  countBytes,
  findSpoken,
  insertPart,
  queueSpoken,
  removeSpoken,
  type SpokenKey,
  type SpokenRow,
  startSpoken,
} from './store.ts';
import { spokenTaskKind } from './transcribe.ts';

const partBytesMax = 1024 * 1024;
export const spokenTypes = ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/mpeg', 'audio/wav', 'audio/x-wav'];

/** Reads one part before the request's transaction begins. */
export async function receivePart(request: FastifyRequest): Promise<Received> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > partBytesMax) throw invalidField('body', `must not have more than ${partBytesMax} bytes.`);
    chunks.push(chunk);
  }
  if (size === 0) throw invalidField('body', 'is empty.');
  return { body: Buffer.concat(chunks), release: async () => {} };
}

async function requireSpeaker({ db, principal, now }: ParticipantCaller): Promise<ResponseRow> {
  const { response } = await requireOpen(db, principal, now);
  if (!response) throw invalidField('link', 'Start the response first.');
  const { type } = await getVersionContent(db, response.test_id, response.test_version);
  if (type !== 'ai_interview' && type !== 'ai_survey')
    throw invalidField('recording', 'Answers are spoken in AI interviews and AI surveys only.');
  return response;
}

export interface SpokenView extends Pick<SpokenRow, 'status' | 'text'> {
  received: number;
}

const toView = async (db: Db, { response_id, status, text }: SpokenRow): Promise<SpokenView> => ({
  status,
  text,
  received: await countBytes(db, response_id),
});

/**
 * Appends a part at its offset and returns how many bytes are stored. A part at another offset is not stored, so a browser
 * that lost a response sends again from there.
 */
export async function appendPart(
  { databaseSpace, limiter }: Pick<InterviewDeps, 'databaseSpace' | 'limiter'>,
  caller: ParticipantCaller & { address: string },
  { recording, offset }: { recording: string; offset: number },
  bytes: unknown,
): Promise<SpokenView> {
  // A JSON body passes the validation of the route, because the part is read before it.
  if (!Buffer.isBuffer(bytes))
    throw invalidField('body', `must be a part of a recording: ${spokenTypes.join(', ')}.`);
  await databaseSpace.require();
  const { principal, now } = caller;
  const response = await requireSpeaker(caller);
  const key = { response_id: response.id, recording };
  return caller.db.transaction(async (tx) => {
    if (offset === 0) await startSpoken(tx, key, now);
    const row = await getLocked(tx, key);
    const stored = await countBytes(tx, key.response_id);
    if (row.status !== 'recording' || offset !== stored) return toView(tx, row);
    if (stored + bytes.length > spokenBytesMax)
      throw invalidField('body', `must not make the recording longer than ${spokenBytesMax} bytes.`);
    if (response.invitation_id === null)
      await requireRoomForUninvited(limiter, tx, principal.test_id, caller.address, bytes.length);
    const { workspace_id } = principal;
    const plan = (await findPlan(tx, workspace_id)) ?? 'free';
    await spendCredit(tx, { workspace_id, plan }, 'storage_bytes', bytes.length, now);
    await insertPart(tx, { response_id: key.response_id, workspace_id, offset, bytes });
    return toView(tx, row);
  });
}

async function getLocked(tx: Db, key: SpokenKey): Promise<SpokenRow> {
  const row = await findSpoken(tx, key, sql`for update`);
  if (!row) throw invalidField('recording', 'was discarded, or replaced by another one.');
  return row;
}

/** Ends the recording; a task transcribes it. The answer counts when the participant sends the text. */
export async function completeSpoken(
  deps: InterviewDeps,
  caller: ParticipantCaller,
  recording: string,
): Promise<SpokenView> {
  const key = { response_id: (await requireSpeaker(caller)).id, recording };
  return caller.db.transaction(async (tx) => {
    const row = await getLocked(tx, key);
    if (row.status !== 'recording') return toView(tx, row);
    if ((await countBytes(tx, key.response_id)) === 0) throw invalidField('recording', 'is empty.');
    await queueSpoken(tx, key.response_id);
    await deps.tasks.add(tx, {
      kind: spokenTaskKind,
      workspace_id: caller.principal.workspace_id,
      subject: key.response_id,
      input: { recording },
    });
    return toView(tx, { ...row, status: 'queued' });
  });
}

export async function readSpokenView(caller: ParticipantCaller, recording: string): Promise<SpokenView> {
  const row = await findSpoken(caller.db, { response_id: (await requireSpeaker(caller)).id, recording });
  if (!row) throw invalidField('recording', 'was discarded, or replaced by another one.');
  return toView(caller.db, row);
}

/** Removes the recording and its text. Can be repeated. */
export async function discardSpoken(caller: ParticipantCaller, recording: string): Promise<void> {
  await removeSpoken(caller.db, { response_id: (await requireSpeaker(caller)).id, recording });
}
