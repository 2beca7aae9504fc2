import { invalidField, rateLimited } from '../../../foundation/errors.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { countAction, type RateLimiter } from '../../../platform/rate-limiter/index.ts';

const GiB = 1024 ** 3;
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/**
 * How many bytes people without an invitation may record in one day. For a test they are enough for about 200 people with half
 * an hour of video each. One client cannot use up what is for all.
 */
const uninvitedBytesPerDay = { client: 16 * GiB, test: 64 * GiB };
/** A class that shares one address can record its tasks together. */
const openedPerHour = 200;

const tooMany = (waitMs: number) =>
  rateLimited('Many recordings were made by this link. Try again in an hour.', waitMs);

/** Limits how often one client opens recordings of people without an invitation. An empty recording counts nowhere else. */
export async function limitOpened(limiter: RateLimiter, testId: string, address: string): Promise<void> {
  const waitMs = await countAction(limiter, hourSeconds, [
    { subject: `recordings ${testId} ${address}`, limit: openedPerHour },
  ]);
  if (waitMs > 0) throw tooMany(waitMs);
}

/** Bytes count for a day after the last of their recording has arrived, however long ago the response was started. */
export async function requireRoomForUninvited(
  db: Db,
  { project_id, test_id }: { project_id: string; test_id: string },
  addedBytes: number,
  now: Date,
): Promise<void> {
  const dayBefore = new Date(now.getTime() - daySeconds * 1000);
  // Each arrival of bytes sets `updated_at`, which has an index, and moves the expiry to a day later.
  const [used] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(f.charged_bytes), 0)::bigint as bytes
      from files f join responses r on r.id = f.response_id
     where f.project_id = ${project_id} and f.updated_at > ${dayBefore} and f.upload_expires_at > ${now}
       and r.test_id = ${test_id} and r.invitation_id is null`);
  if ((used?.bytes ?? 0) + addedBytes > uninvitedBytesPerDay.test) throw tooMany(hourSeconds * 1000);
}

interface ArrivingBytes {
  response_id: string;
  project_id: string;
  /** Zero at the start of a request, before its first byte. */
  bytes: number;
  /** The address of the client that sends them. */
  address: string;
}

/**
 * Refuses bytes of a recording of a task whose test is closed, or that exceed the limits of people without an invitation. A
 * response that was submitted before the test was closed still gets the rest of its recording.
 */
export async function admitRecordedBytes(
  limiter: RateLimiter,
  db: Db,
  { response_id, project_id, bytes, address }: ArrivingBytes,
  now: Date,
): Promise<void> {
  const [response] = await db.query<{ test_id: string; is_closed: boolean; is_invited: boolean }>(sql`
    select r.test_id, r.invitation_id is not null as is_invited,
           t.status = 'closed' and r.status in ('in_progress', 'abandoned') as is_closed
      from responses r join tests t on t.id = r.test_id where r.id = ${response_id}`);
  if (!response) return;
  if (response.is_closed) throw invalidField('link', 'This test is closed.');
  if (response.is_invited || bytes === 0) return;
  const waitMs = await countAction(limiter, daySeconds, [
    {
      subject: `recorded bytes ${response.test_id} ${address}`,
      limit: uninvitedBytesPerDay.client,
      amount: bytes,
    },
  ]);
  if (waitMs > 0) throw tooMany(waitMs);
  await requireRoomForUninvited(db, { project_id, test_id: response.test_id }, bytes, now);
}
