import { type Db, sql } from '../../../../platform/database/index.ts';

export const spokenStatuses = ['recording', 'queued', 'completed', 'failed'] as const;

/** A row of spoken_answers. */
export interface SpokenRow {
  response_id: string;
  recording: string;
  status: (typeof spokenStatuses)[number];
  text: string | null;
}

export type SpokenKey = Pick<SpokenRow, 'response_id' | 'recording'>;

/** Starts a recording in place of any other of the response. The same recording again changes nothing. */
export async function startSpoken(tx: Db, { response_id, recording }: SpokenKey, now: Date): Promise<void> {
  await tx.query(sql`
    delete from spoken_answers where response_id = ${response_id} and recording <> ${recording}`);
  await tx.query(sql`
    insert into spoken_answers (response_id, recording, status, created_at)
    values (${response_id}, ${recording}, 'recording', ${now}) on conflict do nothing`);
}

export async function findSpoken(
  db: Db,
  { response_id, recording }: SpokenKey,
  lock = sql``,
): Promise<SpokenRow | undefined> {
  const [row] = await db.query<SpokenRow>(sql`
    select response_id, recording, status, text from spoken_answers
     where response_id = ${response_id} and recording = ${recording} ${lock}`);
  return row;
}

export async function countBytes(db: Db, responseId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(length(bytes)), 0)::integer as bytes from spoken_parts where response_id = ${responseId}`);
  return row?.bytes ?? 0;
}

/** Bytes of the recordings of a test that are not transcribed yet and are of people without an invitation. */
export async function countUninvitedBytes(db: Db, testId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(length(p.bytes)), 0)::bigint as bytes
      from responses r join spoken_parts p on p.response_id = r.id
     where r.test_id = ${testId} and r.invitation_id is null`);
  return row?.bytes ?? 0;
}

/** The caller has locked the recording and spent credit for the bytes. A trigger refunds it when they are deleted. */
export async function insertPart(
  tx: Db,
  part: { response_id: string; workspace_id: string; offset: number; bytes: Buffer },
): Promise<void> {
  await tx.query(sql`
    insert into spoken_parts (response_id, workspace_id, part_offset, bytes)
    values (${part.response_id}, ${part.workspace_id}, ${part.offset}, ${part.bytes})`);
}

export async function queueSpoken(tx: Db, responseId: string): Promise<void> {
  await tx.query(sql`update spoken_answers set status = 'queued' where response_id = ${responseId}`);
}

/** The bytes of a recording that is not transcribed yet; undefined if it was replaced or discarded. */
export async function readSpoken(db: Db, { response_id, recording }: SpokenKey): Promise<Buffer | undefined> {
  const parts = await db.query<{ bytes: Buffer }>(sql`
    select p.bytes from spoken_parts p join spoken_answers a using (response_id)
     where a.response_id = ${response_id} and a.recording = ${recording} and a.status = 'queued'
     order by p.part_offset`);
  return parts.length > 0 ? Buffer.concat(parts.map(({ bytes }) => bytes)) : undefined;
}

/** Replaces the bytes by their text; null if there is none. Another recording is not touched. */
export async function endSpoken(
  tx: Db,
  { response_id, recording }: SpokenKey,
  text: string | null,
): Promise<void> {
  const ended = await tx.query(sql`
    update spoken_answers set status = ${text === null ? 'failed' : 'completed'}, text = ${text}
     where response_id = ${response_id} and recording = ${recording} returning 1`);
  if (ended.length > 0) await tx.query(sql`delete from spoken_parts where response_id = ${response_id}`);
}

export async function removeSpoken(db: Db, { response_id, recording }: SpokenKey): Promise<void> {
  await db.query(sql`
    delete from spoken_answers where response_id = ${response_id} and recording = ${recording}`);
}

/** Removes recordings that were not completed and texts that the page did not remove, for example because it was closed. */
export async function removeOldSpoken(db: Db, before: { unfinished: Date; finished: Date }): Promise<void> {
  await db.query(sql`
    delete from spoken_answers
     where created_at < ${before.finished} or (status = 'recording' and created_at < ${before.unfinished})`);
}
