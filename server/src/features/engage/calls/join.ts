import { randomBytes } from 'node:crypto';
import { invalidField, notFound } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { findAgreement, mayRecord, recordConsent, requireAgreement } from '../participants/index.ts';
import { ownSessions } from '../responses/index.ts';
import {
  findOpenSession,
  findSessionRecord,
  getSession,
  moveSession,
  type SessionRecord,
  startSession,
} from '../sessions/index.ts';
import { getVersionContent } from '../tests/index.ts';
import { enterEarlyMs, researchersMax } from './limits.ts';
import { insertPeer, listPeers, type PeerRow, removePeers } from './store.ts';

const newPeerId = () => randomBytes(16).toString('base64url');

/** The session of a participant's link, if its call can be entered. */
export async function requireOwnCall(db: Db, principal: Participant, lock = sql``): Promise<SessionRecord> {
  if (principal.revoked_at) throw invalidField('link', 'This link was revoked.');
  const session = principal.participant_id === null ? undefined : await findOpenSession(db, principal, lock);
  if (!session) throw invalidField('link', 'There is no call for this link.');
  return session;
}

/** The session of a browser in a call of the participant, even after the call has ended. */
export async function requireOwnPastCall(db: Db, principal: Participant, peerId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    select s.id from engage_sessions s join call_peers c on c.session_id = s.id
     where c.id = ${peerId} and ${ownSessions(principal)}`);
  if (!row) throw notFound('Peer');
  return row.id;
}

interface ParticipantEntry {
  consent_version?: number;
  name?: string;
}

/** The participant enters, after consent. Another browser of the same person is replaced. */
export async function joinAsParticipant(db: Db, principal: Participant, entry: ParticipantEntry, now: Date) {
  return db.transaction(async (tx) => {
    const session = await requireOwnCall(tx, principal, sql`for no key update of s`);
    const opensAt = new Date((session.scheduled_start_at ?? now).getTime() - enterEarlyMs);
    if (now < opensAt) throw invalidField('link', `The call opens at ${opensAt.toISOString()}.`);
    await requireConsent(tx, session, entry.consent_version, now);
    const peers = await listPeers(tx, [session.id], now);
    const older = peers.filter(({ role }) => role === 'participant').map(({ id }) => id);
    await removePeers(tx, older, now);
    const peer = newPeer(session.id, 'participant', null, entry.name ?? session.participant.name, now);
    await insertPeer(tx, peer);
    await advance(tx, session, [...peers.filter(({ id }) => !older.includes(id)), peer], now);
    return enter(tx, session.id, peer, now);
  });
}

/** A researcher enters. Another browser of the same researcher is replaced. */
export async function joinAsResearcher(caller: Caller, sessionId: string) {
  const { principal, now } = caller;
  return caller.db.transaction(async (tx) => {
    const session = await getSession({ ...caller, db: tx }, sessionId, 'write', sql`for no key update of s`);
    if (session.kind !== 'live') throw invalidField('session_id', 'An AI interview has no call.');
    if (!['scheduled', 'waiting', 'in_progress', 'no_show'].includes(session.status))
      throw invalidField('status', `The session is ${session.status}.`);
    const peers = await listPeers(tx, [session.id], now);
    const older = peers.filter(({ user_id }) => user_id === principal.user_id).map(({ id }) => id);
    const others = peers.filter(({ id, role }) => role === 'researcher' && !older.includes(id));
    if (others.length >= researchersMax)
      throw invalidField('session_id', `${researchersMax} researchers are in this call already.`);
    await removePeers(tx, older, now);
    const peer = newPeer(session.id, 'researcher', principal.user_id, principal.name, now);
    await insertPeer(tx, peer);
    await advance(tx, session, [...peers.filter(({ id }) => !older.includes(id)), peer], now);
    return enter(tx, session.id, peer, now);
  });
}

const newPeer = (
  session_id: string,
  role: PeerRow['role'],
  user_id: string | null,
  name: string | null,
  now: Date,
): PeerRow => ({
  id: newPeerId(),
  session_id,
  role,
  user_id,
  name,
  joined_at: now,
  seen_at: now,
  left_at: null,
});

async function enter(tx: Db, sessionId: string, peer: PeerRow, now: Date) {
  const session = await findSessionRecord(tx, sessionId);
  if (!session) throw notFound('Session');
  return { session, peer, peers: await listPeers(tx, [sessionId], now) };
}

/** The interview starts when participant and researcher are both there. */
async function advance(tx: Db, session: SessionRecord, peers: PeerRow[], now: Date): Promise<void> {
  const roles = new Set(peers.map(({ role }) => role));
  if (roles.size === 2) await startSession(tx, session.id, now);
  else if (roles.has('participant')) await moveSession(tx, session.id, 'wait', {}, now);
}

/** Records the consent to the text of this session's version. Someone who has agreed to it is not asked again. */
async function requireConsent(
  tx: Db,
  session: SessionRecord,
  given: number | undefined,
  now: Date,
): Promise<void> {
  const { consent } = await getVersionContent(tx, session.test_id, session.test_version);
  if (!consent || (await findAgreement(tx, session, consent.version)) !== null) return;
  requireAgreement(consent, given);
  await recordConsent(tx, session.participant_id, session.test_id, consent.version, now);
}

/** Whether the participant has agreed to a recording of this call. */
export async function isRecordingAllowed(db: Db, session: SessionRecord): Promise<boolean> {
  const { consent } = await getVersionContent(db, session.test_id, session.test_version);
  return consent !== null && mayRecord(consent, await findAgreement(db, session, consent.version));
}
