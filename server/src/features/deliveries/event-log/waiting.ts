import { Gauge, type Registry } from 'prom-client';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';

/** Waits for events of a workspace without holding a database connection. */
export interface EventWaits {
  /** Events after this call end the wait, even before `done` is awaited. */
  begin(reader: Reader, timeoutMs: number): Wait;
  /** An event of this workspace was committed by this process. */
  committed(workspaceId: string): void;
  /** Ends all waits. Later waits end immediately. */
  close(): void;
}

export interface Reader {
  workspace_id: string;
  user_id: string;
}

export interface Wait {
  done: Promise<'event' | 'over'>;
  end(): void;
}

interface Waiting extends Reader {
  finish(how: 'event' | 'over'): void;
}

/** A further wait of one user ends the user's oldest wait, whose client has probably disconnected. */
const waitsOfUserMax = 10;
/** Bounds the memory of a process. Over this limit, a request returns its empty page immediately. */
const waitsMax = 1_000;
const pollMs = 500;

/**
 * A commit in this process directly ends the waits of its workspace. Commits of other processes are found by one query
 * every half second for all waits together. Without waits there are no queries.
 */
export function createEventWaits(deps: { db: Db; log: Log; registry: Registry }): EventWaits {
  const { db, log, registry } = deps;
  // In the order of their start.
  const waits = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let oldestRunning = '0';
  let closed = false;
  new Gauge({
    name: 'parley_event_waits',
    help: 'Requests that wait for the next event.',
    registers: [registry],
    collect() {
      this.set(waits.size);
    },
  });

  const wake = (workspaceIds: Set<string>) => {
    for (const wait of waits) if (workspaceIds.has(wait.workspace_id)) wait.finish('event');
  };

  async function poll(): Promise<void> {
    try {
      const workspaces = [...new Set([...waits].map((wait) => wait.workspace_id))];
      const [row] = await db.query<{ oldest_running: string; awake: string[] }>(sql`
        select pg_snapshot_xmin(pg_current_snapshot())::text as oldest_running,
               array(select w.id from unnest(${workspaces}::text[]) as w (id)
                      where exists (select 1 from events e where e.workspace_id = w.id
                                       and e.transaction_id >= ${oldestRunning}::text::xid8)) as awake`);
      if (!row) return;
      oldestRunning = row.oldest_running;
      wake(new Set(row.awake));
    } catch (error) {
      log.debug(
        { event: 'event_log.poll_failed', err: error },
        'the poll for new events failed; it is repeated',
      );
    }
  }

  function schedulePoll(): void {
    timer ??= setTimeout(async () => {
      await poll();
      timer = undefined;
      if (waits.size > 0) schedulePoll();
    }, pollMs).unref();
  }

  return {
    begin(reader, timeoutMs) {
      if (closed || waits.size >= waitsMax) return { done: Promise.resolve('over'), end: () => {} };
      const own = [...waits].filter((wait) => wait.user_id === reader.user_id);
      if (own.length >= waitsOfUserMax) own[0]?.finish('over');
      const { promise, resolve } = Promise.withResolvers<'event' | 'over'>();
      const waiting: Waiting = {
        ...reader,
        finish(how) {
          clearTimeout(deadline);
          waits.delete(waiting);
          resolve(how);
        },
      };
      const deadline = setTimeout(() => waiting.finish('over'), timeoutMs);
      waits.add(waiting);
      schedulePoll();
      return { done: promise, end: () => waiting.finish('over') };
    },
    committed: (workspaceId) => wake(new Set([workspaceId])),
    close() {
      closed = true;
      clearTimeout(timer);
      for (const wait of waits) wait.finish('over');
    },
  };
}
