import { randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import { type Db, pgErrorCode, sql } from '../../../platform/database/index.ts';

/** How long a lease lasts that nobody renews: the wait for an upload whose node was killed. */
const leaseMs = 8_000;
/** Also how soon a holder notices that somebody waits. */
const renewEveryMs = 1_000;
const askEveryMs = 150;
/** Longer than a lease: only a writer that does not come to an end keeps others waiting so long. */
const patienceMs = 20_000;
/** What a chunk that is on its way to the storage may still take. */
const marginMs = 2_000;
/** A writer that somebody waits for may go on for so long, to end by itself. */
export const drainMs = 1_000;

/** In tus' words: clients come again after a while. */
const stillLocked = { status_code: 423, body: 'Another request is writing to this upload.\n' };

/** What a holder knows of its lease. */
interface Lease {
  /** By this process' own clock, and never later than the database's. */
  safeUntil: number;
}

export interface UploadLocks {
  locker: Locker;
  /** Passes bytes to the storage while this node holds the upload, and never more than `bytesMax`. */
  guard(id: string, bytesMax: number): UploadGuard;
}

export interface UploadGuard {
  stream: Transform;
  /** True once more than `bytesMax` bytes arrived. The stream then ends in order, so that earlier chunks are stored. */
  exceeded(): boolean;
}

/**
 * One writer for each upload, across nodes. Each step is one statement of its own, so that a pooler may give it any
 * connection, and an upload of hours holds no connection and no transaction (docs/adr/0037).
 */
export function createUploadLocks(db: Db): UploadLocks {
  const held = new Map<string, Lease>();

  const newLock = (id: string): Lock => {
    const holder = randomUUID();
    let lease: Lease | undefined;
    let renewing: NodeJS.Timeout | undefined;
    return {
      async lock(signal, requestRelease) {
        lease = await waitFor(db, id, holder, signal);
        held.set(id, lease);
        renewing = keepRenewing(db, id, holder, lease, requestRelease);
      },
      async unlock() {
        clearInterval(renewing);
        if (held.get(id) === lease) held.delete(id);
        // If this fails the bytes are safe all the same, and the lease ends by itself.
        await giveBack(db, id, holder).catch(() => {});
      },
    };
  };

  return { locker: { newLock }, guard: (id, bytesMax) => createGuard(held.get(id), bytesMax) };
}

async function waitFor(db: Db, id: string, holder: string, signal: AbortSignal): Promise<Lease> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    if (signal.aborted) throw ERRORS.ABORTED;
    const sentAt = performance.now();
    if (await take(db, id, holder)) return { safeUntil: safeFrom(sentAt) };
    if (performance.now() > deadline) throw stillLocked;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

function keepRenewing(db: Db, id: string, holder: string, lease: Lease, release: () => void): NodeJS.Timeout {
  let asking = false;
  const tick = async () => {
    // In time to end in order, before the lease is over.
    if (performance.now() > lease.safeUntil - drainMs) release();
    if (asking) return;
    asking = true;
    const sentAt = performance.now();
    try {
      const wanted = await renew(db, id, holder);
      lease.safeUntil = wanted === undefined ? 0 : safeFrom(sentAt);
      if (wanted !== false) release();
    } catch {
      // The database is away; the lease holds while it lasts.
    } finally {
      asking = false;
    }
  };
  return setInterval(() => void tick(), renewEveryMs).unref();
}

/**
 * Checks every chunk: a process that was stopped and resumes does not know yet that another has taken over. The chunk that
 * completes the upload waits for the end of the body, so that a body with more bytes never becomes a file.
 */
function createGuard(lease: Lease | undefined, bytesMax: number): UploadGuard {
  let left = bytesMax;
  let last: Buffer | undefined;
  const isHeld = () => lease !== undefined && performance.now() <= lease.safeUntil;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (left < 0) return done();
      left -= chunk.length;
      if (left < 0) {
        this.push(null);
        done();
      } else if (!isHeld()) done(asError(stillLocked));
      else if (left === 0 && chunk.length > 0) {
        last = chunk;
        done();
      } else done(null, chunk);
    },
    flush(done) {
      if (left < 0 || !last) done();
      else if (isHeld()) done(null, last);
      else done(asError(stillLocked));
    },
  });
  // The first chunk may fail before the storage reads from the stream. An `error` event without a listener would
  // end the process; the storage still sees the error, because the stream remembers it.
  stream.on('error', () => {});
  return { stream, exceeded: () => left < 0 };
}

const asError = (fault: typeof stillLocked) => Object.assign(new Error(fault.body), fault);

const safeFrom = (sentAt: number) => sentAt + leaseMs - marginMs;

/** Takes a lock that is free or whose lease is over; else tells its holder that somebody waits. */
async function take(db: Db, id: string, holder: string): Promise<boolean> {
  try {
    const [row] = await db.query<{ mine: boolean }>(sql`
      insert into upload_locks as l (upload_id, holder, until)
      values (${id}, ${holder}, now() + ${leaseMs} * interval '1 ms')
      on conflict (upload_id) do update set
        holder = case when l.until <= now() then excluded.holder else l.holder end,
        until = case when l.until <= now() then excluded.until else l.until end,
        wanted = l.until > now()
      returning holder = ${holder}::uuid as mine`);
    return row?.mine ?? false;
  } catch (error) {
    // The file went while its bytes were on the way.
    throw pgErrorCode(error) === '23503' ? ERRORS.FILE_NOT_FOUND : error;
  }
}

/** Whether somebody waits; undefined when the lock is no longer this holder's. */
async function renew(db: Db, id: string, holder: string): Promise<boolean | undefined> {
  const [row] = await db.query<{ wanted: boolean }>(sql`
    update upload_locks set until = now() + ${leaseMs} * interval '1 ms'
     where upload_id = ${id} and holder = ${holder} returning wanted`);
  return row?.wanted;
}

async function giveBack(db: Db, id: string, holder: string): Promise<void> {
  await db.query(sql`delete from upload_locks where upload_id = ${id} and holder = ${holder}`);
}
