import { invalidField } from '../../../foundation/errors.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import type { Db } from '../../../platform/database/index.ts';
import { requireActiveCaller } from '../../identity/accounts/index.ts';
import { type LogPage, readLog } from './follow.ts';
import { type EventsQuery, listEvents } from './store.ts';
import type { EventWaits } from './waiting.ts';

export interface EventLogDeps {
  waits: EventWaits;
}

interface LogCall {
  db: Db;
  principal: Researcher;
  query: EventsQuery;
  now: Date;
  readonly signal: AbortSignal;
}

export const waitSecondsMax = 30; // spec §8.3

export async function listLatest({ db, principal, query, now }: LogCall) {
  const { wait_seconds, ...rest } = query;
  if (wait_seconds) throw invalidField('wait_seconds', 'Use it together with sort=created_at.');
  return listEvents(db, principal, rest, now);
}

/** A page of the log. At the end of the log it waits for the next event until the time-out or a disconnect. */
export async function followLog({ waits }: EventLogDeps, call: LogCall): Promise<LogPage> {
  const { db, principal, query, now, signal } = call;
  const deadline = performance.now() + (query.wait_seconds ?? 0) * 1000;
  let hasWaited = false;
  for (let cursor = query.cursor; ; ) {
    const leftMs = deadline - performance.now();
    // The wait starts before the read, so that an event committed in between ends it.
    const wait = leftMs > 0 ? waits.begin(principal, leftMs) : undefined;
    const onClose = () => wait?.end();
    signal.addEventListener('abort', onClose);
    try {
      const page = await readLog(db, principal, { ...query, cursor }, now);
      if (hasWaited) await requireActiveCaller(db, principal, now);
      if (page.rows.length > 0 || !wait) return page;
      if (signal.aborted || (await wait.done) === 'over') return page;
      hasWaited = true;
      cursor = page.resume_cursor;
    } finally {
      wait?.end();
      signal.removeEventListener('abort', onClose);
    }
  }
}
