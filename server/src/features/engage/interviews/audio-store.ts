import { type Db, sql } from '../../../platform/database/index.ts';

export interface AudioRow {
  session_id: string;
  client_turn: number;
  /** Increases when the participant records again. */
  version: number;
  status: 'queued' | 'completed' | 'failed';
  text: string | null;
}

const columns = sql`session_id, client_turn, version, status, text`;

/** Stores a recording in place of an earlier one for the same turn. */
export async function saveAudio(
  tx: Db,
  sessionId: string,
  clientTurn: number,
  audio: Buffer,
  now: Date,
): Promise<AudioRow> {
  const [row] = await tx.query<AudioRow>(sql`
    insert into interview_audio as a (session_id, client_turn, version, status, audio, created_at)
    values (${sessionId}, ${clientTurn}, 1, 'queued', ${audio}, ${now})
    on conflict (session_id, client_turn) do update
      set version = a.version + 1, status = 'queued', audio = excluded.audio, text = null, created_at = excluded.created_at
    returning ${columns}`);
  return row as AudioRow;
}

export async function findAudio(
  db: Db,
  sessionId: string,
  clientTurn: number,
): Promise<AudioRow | undefined> {
  const [row] = await db.query<AudioRow>(sql`
    select ${columns} from interview_audio where session_id = ${sessionId} and client_turn = ${clientTurn}`);
  return row;
}

/** The bytes of a recording that is not transcribed yet. */
export async function readAudio(
  db: Db,
  { session_id, client_turn, version }: Pick<AudioRow, 'session_id' | 'client_turn' | 'version'>,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ audio: Buffer | null }>(sql`
    select audio from interview_audio
     where session_id = ${session_id} and client_turn = ${client_turn} and version = ${version}`);
  return row?.audio ?? undefined;
}

/** Replaces the bytes by their text; null if there is none. A newer recording is not touched. */
export async function endAudio(
  tx: Db,
  { session_id, client_turn, version }: Pick<AudioRow, 'session_id' | 'client_turn' | 'version'>,
  text: string | null,
): Promise<void> {
  await tx.query(sql`
    update interview_audio set status = ${text === null ? 'failed' : 'completed'}, text = ${text}, audio = null
     where session_id = ${session_id} and client_turn = ${client_turn} and version = ${version}`);
}
