import { type Db, sql } from '../../../platform/database/index.ts';
import { absentAfterMs } from './limits.ts';
import type { Turn } from './speaker-names.ts';

export interface PeerRow {
  id: string;
  session_id: string;
  role: 'participant' | 'researcher';
  user_id: string | null;
  name: string | null;
  joined_at: Date;
  seen_at: Date;
  left_at: Date | null;
}

export const presentSince = (now: Date) => new Date(now.getTime() - absentAfterMs);

export async function insertPeer(tx: Db, peer: PeerRow): Promise<void> {
  await tx.query(sql`
    insert into call_peers (id, session_id, role, user_id, name, joined_at, seen_at)
    values (${peer.id}, ${peer.session_id}, ${peer.role}, ${peer.user_id}, ${peer.name}, ${peer.joined_at},
      ${peer.seen_at})`);
}

/** The browsers that are in these calls now. */
export async function listPeers(db: Db, sessionIds: string[], now: Date): Promise<PeerRow[]> {
  return db.query<PeerRow>(sql`
    select * from call_peers
     where session_id = any(${sessionIds}::text[]) and left_at is null and seen_at > ${presentSince(now)}
     order by joined_at, id`);
}

export async function findPeer(db: Db, peerId: string): Promise<PeerRow | undefined> {
  const [row] = await db.query<PeerRow>(sql`select * from call_peers where id = ${peerId}`);
  return row;
}

export async function touchPeers(db: Db, peerIds: string[], now: Date): Promise<void> {
  await db.query(
    sql`update call_peers set seen_at = ${now} where id = any(${peerIds}::text[]) and left_at is null`,
  );
}

/** Signals to a browser that has left are of no use. */
export async function removePeers(tx: Db, peerIds: string[], now: Date): Promise<void> {
  await tx.query(sql`
    with gone as (delete from call_signals where to_peer = any(${peerIds}::text[]))
    update call_peers set left_at = ${now} where id = any(${peerIds}::text[]) and left_at is null`);
}

export interface CallState {
  id: string;
  status: string;
  recording: boolean;
}

export async function listCallStates(db: Db, sessionIds: string[]): Promise<CallState[]> {
  return db.query<CallState>(sql`
    select s.id, s.status,
           exists (select 1 from call_recordings r where r.session_id = s.id and r.ended_at is null) as recording
      from engage_sessions s where s.id = any(${sessionIds}::text[])`);
}

/** Live sessions that have begun and that everyone has left. */
export async function listDesertedCalls(db: Db, since: Date): Promise<{ id: string; recorded: boolean }[]> {
  return db.query<{ id: string; recorded: boolean }>(sql`
    select s.id, exists (select 1 from call_recordings r where r.session_id = s.id) as recorded
      from engage_sessions s
     where s.kind = 'live' and (s.status = 'in_progress' or (s.status = 'waiting' and s.scheduled_end_at < ${since}))
       and not exists (select 1 from call_peers c where c.session_id = s.id and c.left_at is null and c.seen_at > ${since})
       and exists (select 1 from call_peers c where c.session_id = s.id)
     limit 100`);
}

export interface RecordingRow {
  file_id: string;
  session_id: string;
  peer_id: string;
  started_at: Date;
  ended_at: Date | null;
}

export async function insertRecording(tx: Db, row: RecordingRow): Promise<void> {
  await tx.query(sql`
    insert into call_recordings (file_id, session_id, peer_id, started_at)
    values (${row.file_id}, ${row.session_id}, ${row.peer_id}, ${row.started_at})`);
}

export async function endRecording(db: Db, fileId: string, now: Date): Promise<void> {
  await db.query(
    sql`update call_recordings set ended_at = ${now} where file_id = ${fileId} and ended_at is null`,
  );
}

interface PeerTurn {
  peer_id: string;
  start_seconds: number;
  end_seconds: number;
}

/** Before the recording is sealed, because its transcription may start then. */
export async function saveTurns(db: Db, sessionId: string, fileId: string, turns: PeerTurn[]): Promise<void> {
  await db.query(sql`
    update call_recordings set turns = ${JSON.stringify(turns)}::jsonb
     where file_id = ${fileId} and session_id = ${sessionId}`);
}

/** Who spoke when in a recording, by the names of the session. Empty for any other file. */
export async function listTurns(db: Db, fileId: string): Promise<Turn[]> {
  return db.query<Turn>(sql`
    select case when c.role = 'participant' then coalesce(p.name, c.name, 'Participant')
                else coalesce(c.name, 'Researcher') end as name, t.start_seconds, t.end_seconds
      from call_recordings r
      join engage_sessions s on s.id = r.session_id
      join participants p on p.id = s.participant_id
      cross join jsonb_to_recordset(r.turns) as t (peer_id text, start_seconds float8, end_seconds float8)
      join call_peers c on c.id = t.peer_id and c.session_id = r.session_id
     where r.file_id = ${fileId} and t.end_seconds > t.start_seconds
     order by t.start_seconds, t.end_seconds`);
}

export async function findRecording(db: Db, fileId: string): Promise<RecordingRow | undefined> {
  const [row] = await db.query<RecordingRow>(sql`select * from call_recordings where file_id = ${fileId}`);
  return row;
}

/** Recorders that have stopped sending, each request with bytes updates the file, and those of calls that have ended. */
export async function listSilentRecordings(db: Db, since: Date, endedSince: Date): Promise<RecordingRow[]> {
  return db.query<RecordingRow>(sql`
    select r.* from call_recordings r join files f on f.id = r.file_id join engage_sessions s on s.id = r.session_id
     where r.ended_at is null
       and (f.updated_at < ${since} or (s.status <> 'in_progress' and f.updated_at < ${endedSince})) limit 100`);
}
