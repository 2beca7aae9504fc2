import { Gauge, type Registry } from 'prom-client';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';

/** Waits for events of a workspace without holding a database connection. */
export interface EventWaits {
  /** From here on an event ends the wait, also one that comes before `done` is awaited. */
  begin(reader: Reader, timeoutMs: number): Wait;
  /** An event of this workspace was committed by this process. */
  committed(workspaceId: string): void;
  /** Ends all waits, and every later one at once. */
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

/** More waits of one user end the oldest of them, which is probably a client that went away. */
const waitsOfUserMax = 10;
/** What bounds the memory of a process; beyond it a reader gets its empty page at once. */
const waitsMax = 1_000;
const pollMs = 500;

/**
 * A commit of this process ends the waits of its workspace directly. For those of other processes there is one query every
 * half second for all waits together, as long as anyone waits.
 */
export function createEventWaits(deps: { db: Db; log: Log; registry: Registry }): EventWaits {
  const { db, log, registry } = deps;
  // In the order in which they began.
  const waits = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let settledBefore = '0';
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
                                       and e.transaction_id >= ${settledBefore}::text::xid8)) as awake`);
      if (!row) return;
      settledBefore = row.oldest_running;
      wake(new Set(row.awake));
    } catch (error) {
      log.debug({ err: error }, 'could not look for new events, will try again');
    }
  }

  function keepPolling(): void {
    timer ??= setTimeout(async () => {
      await poll();
      timer = undefined;
      if (waits.size > 0) keepPolling();
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
      keepPolling();
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
