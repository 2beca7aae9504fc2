import { type Db, sql } from '../../../platform/database/index.ts';
import { polledSignals, storedSignals } from './limits.ts';

export interface SignalRow {
  id: string;
  to_peer: string;
  from_peer: string;
  data: unknown;
}

/**
 * Stores a signal. False if the receiver or the call has too many. Signals of a call are stored one after the other, so that
 * a reader never misses a lower number and concurrent requests cannot exceed the limits.
 */
export async function insertSignal(
  tx: Db,
  sessionId: string,
  { to_peer, from_peer, data }: { to_peer: string; from_peer: string; data: string },
  now: Date,
): Promise<boolean> {
  const bytes = Buffer.byteLength(data);
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('signals of ' || ${sessionId}, 0))`);
  const stored = await tx.query(sql`
    with waiting as (
      select count(s.id) as signals, coalesce(sum(s.bytes), 0) as bytes,
             count(s.id) filter (where s.to_peer = ${to_peer}) as signals_to_peer,
             coalesce(sum(s.bytes) filter (where s.to_peer = ${to_peer}), 0) as bytes_to_peer
        from call_peers c join call_signals s on s.to_peer = c.id
       where c.session_id = ${sessionId} and c.left_at is null)
    insert into call_signals (to_peer, from_peer, data, bytes, created_at)
    select ${to_peer}, ${from_peer}, ${data}::jsonb, ${bytes}, ${now} from waiting
     where signals < ${storedSignals.perCall} and signals_to_peer < ${storedSignals.perPeer}
       and bytes + ${bytes}::integer <= ${storedSignals.bytesPerCall}
       and bytes_to_peer + ${bytes}::integer <= ${storedSignals.bytesPerPeer}
    returning 1`);
  return stored.length > 0;
}

/**
 * The next signals to these browsers, in order. Every browser gets its first signals before any gets its last ones, so that
 * a call with many large signals does not delay the others.
 */
export async function listSignals(db: Db, after: Map<string, string>): Promise<SignalRow[]> {
  const readers = JSON.stringify([...after].map(([peer, id]) => ({ peer, after: id })));
  return db.query<SignalRow>(sql`
    with numbered as (
      select s.id, s.bytes, sum(s.bytes) over (partition by s.to_peer order by s.id) - s.bytes as bytes_before
        from jsonb_to_recordset(${readers}::jsonb) as r (peer text, after bigint)
        cross join lateral (
          select s.id, s.to_peer, s.bytes from call_signals s where s.to_peer = r.peer and s.id > r.after
           order by s.id limit ${polledSignals.perPeer}) s),
    chosen as (
      select id, bytes, sum(bytes) over (order by bytes_before, id) as total from numbered
       where bytes_before < ${polledSignals.bytesPerPeer})
    select s.id::text as id, s.to_peer, s.from_peer, s.data from chosen c join call_signals s on s.id = c.id
     where c.total - c.bytes < ${polledSignals.bytes} order by s.id`);
}

export async function removeSignals(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from call_signals where created_at < ${before}`);
}
