import { randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import { type Db, pgErrorCode, sql } from '../../../../platform/database/index.ts';

/** Lease without renewal, and so the maximum wait for an upload whose node was killed. */
const leaseMs = 8_000;
/** Within this time a holder notices that another request waits. */
const renewEveryMs = 1_000;
const pollIntervalMs = 150;
/** Longer than a lease: a wait this long means that the writer does not end. */
const lockTimeoutMs = 20_000;
/** Time that a chunk on its way to the storage may still take. */
const marginMs = 2_000;
/** How long a writer may continue after another request has asked for the lock. */
export const drainMs = 1_000;

/** The tus response for a locked upload. Clients retry later. */
const lockedFault = { status_code: 423, body: 'Another request is writing to this upload.\n' };

/** The lease as its holder knows it. */
interface Lease {
  /** On the monotonic clock of this process, and never later than the expiry in the database. */
  safeUntil: number;
}

export interface UploadLocks {
  locker: Locker;
  /**
   * Passes bytes to the storage while this node has the lease, and never more than `bytesMax`. `admit` is called with the bytes so
   * far before they are passed on; if it fails, the stream ends and earlier bytes are stored.
   */
  guard(id: string, bytesMax: number, admit: Admit): UploadGuard;
}

type Admit = (bytes: number) => Promise<void> | undefined;

export interface UploadGuard {
  stream: Transform;
  /** True once more than `bytesMax` bytes arrived. The stream then ends without an error, so that earlier chunks are stored. */
  exceeded(): boolean;
  /** Why `admit` failed; undefined if it did not. */
  refusal(): Error | undefined;
}

/**
 * Allows one writer per upload, across nodes. Each step is a single statement, so that it works behind a transaction
 * pooler, and an upload of hours occupies no connection and no transaction (ADR 14).
 */
export function createUploadLocks(db: Db): UploadLocks {
  const leases = new Map<string, Lease>();

  const newLock = (id: string): Lock => {
    const holder = randomUUID();
    let lease: Lease | undefined;
    let renewing: NodeJS.Timeout | undefined;
    return {
      async lock(signal, requestRelease) {
        lease = await acquire(db, id, holder, signal);
        leases.set(id, lease);
        renewing = startRenewing(db, id, holder, lease, requestRelease);
      },
      async unlock() {
        clearInterval(renewing);
        if (leases.get(id) === lease) leases.delete(id);
        // If this fails, the bytes are stored anyway, and the lease expires.
        await deleteLock(db, id, holder).catch(() => {});
      },
    };
  };

  return {
    locker: { newLock },
    guard: (id, bytesMax, admit) => createGuard(leases.get(id), bytesMax, admit),
  };
}

async function acquire(db: Db, id: string, holder: string, signal: AbortSignal): Promise<Lease> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    if (signal.aborted) throw ERRORS.ABORTED;
    const sentAt = performance.now();
    if (await tryAcquire(db, id, holder)) return { safeUntil: safeFrom(sentAt) };
    if (performance.now() > deadline) throw lockedFault;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

function startRenewing(
  db: Db,
  id: string,
  holder: string,
  lease: Lease,
  release: () => void,
): NodeJS.Timeout {
  let isRenewing = false;
  const tick = async () => {
    // Early enough to end cleanly before the lease expires.
    if (performance.now() > lease.safeUntil - drainMs) release();
    if (isRenewing) return;
    isRenewing = true;
    const sentAt = performance.now();
    try {
      const wanted = await renew(db, id, holder);
      lease.safeUntil = wanted === undefined ? 0 : safeFrom(sentAt);
      if (wanted !== false) release();
    } catch {
      // The database is unavailable. The lease remains valid until it expires.
    } finally {
      isRenewing = false;
    }
  };
  return setInterval(() => void tick(), renewEveryMs).unref();
}

/**
 * Checks every chunk: a process that was stopped and resumes does not know yet that another has taken over. The chunk that
 * completes the upload waits for the end of the body, so that a body with more bytes never becomes a file.
 */
function createGuard(lease: Lease | undefined, bytesMax: number, admit: Admit): UploadGuard {
  let remaining = bytesMax;
  let refused: Error | undefined;
  let last: Buffer | undefined;
  const isLeaseValid = () => lease !== undefined && performance.now() <= lease.safeUntil;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (remaining < 0 || refused) return done();
      remaining -= chunk.length;
      if (remaining < 0) {
        this.push(null);
        done();
      } else if (!isLeaseValid()) done(asError(lockedFault));
      else if (remaining === 0 && chunk.length > 0) {
        last = chunk;
        done();
      } else {
        const admission = admit(bytesMax - remaining);
        if (!admission) return done(null, chunk);
        admission.then(
          () => done(null, chunk),
          (error: Error) => {
            refused = error;
            this.push(null);
            done();
          },
        );
      }
    },
    flush(done) {
      if (remaining < 0 || refused || !last) done();
      else if (isLeaseValid()) done(null, last);
      else done(asError(lockedFault));
    },
  });
  // The first chunk may fail before the storage reads from the stream. An `error` event without a listener would
  // end the process; the storage still sees the error, because the stream stores it.
  stream.on('error', () => {});
  return { stream, exceeded: () => remaining < 0, refusal: () => refused };
}

const asError = (fault: typeof lockedFault) => Object.assign(new Error(fault.body), fault);

const safeFrom = (sentAt: number) => sentAt + leaseMs - marginMs;

/** Takes the lock if it is free or its lease has expired. Otherwise marks it as wanted, which its holder sees. */
async function tryAcquire(db: Db, id: string, holder: string): Promise<boolean> {
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
    // Foreign key violation: the file was deleted while its bytes were being sent.
    throw pgErrorCode(error) === '23503' ? ERRORS.FILE_NOT_FOUND : error;
  }
}

/** Returns whether another request waits, or undefined if this holder has lost the lock. */
async function renew(db: Db, id: string, holder: string): Promise<boolean | undefined> {
  const [row] = await db.query<{ wanted: boolean }>(sql`
    update upload_locks set until = now() + ${leaseMs} * interval '1 ms'
     where upload_id = ${id} and holder = ${holder} returning wanted`);
  return row?.wanted;
}

async function deleteLock(db: Db, id: string, holder: string): Promise<void> {
  await db.query(sql`delete from upload_locks where upload_id = ${id} and holder = ${holder}`);
}
