import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface ReceiverReport {
  total: number;
  unique: number;
  duplicates: number;
  firstAt: number;
  lastAt: number;
  /** Milliseconds from the creation of the event to its arrival. */
  p50: number;
  p99: number;
  max: number;
}

export interface StoredRequest {
  headers: Record<string, string>;
  /** In base64. */
  body: string;
}

export interface ReceiverProcess {
  pid: number;
  /**
   * The path selects the behaviour and a group to count under. `ok` responds with 200, `slow` does so after 150 ms,
   * `fail` responds with 500, `hang` never responds, `hold` responds when `release` is called.
   */
  url(behaviour: 'ok' | 'slow' | 'fail' | 'hang' | 'hold', group?: string): string;
  /** Resets all counters, and stores the next `store` requests. */
  clear(store?: number): Promise<void>;
  /** The requests of all groups whose name starts with the prefix. */
  report(prefix?: string): Promise<ReceiverReport>;
  ids(group: string): Promise<[id: string, times: number][]>;
  stored(): Promise<StoredRequest[]>;
  /** Responds to all requests of `hold`. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** A webhook receiver in a process of its own, so that its work does not slow down the test or the measurement. */
export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const child = fork(new URL('./receiver-program.ts', import.meta.url), { serialization: 'advanced' });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const send = async <T>(message: object): Promise<T> => {
    const answer = once(child, 'message');
    child.send(message);
    return (await answer)[0] as T;
  };
  return {
    pid: child.pid as number,
    url: (behaviour, group = 'all') => `http://127.0.0.1:${port}/${behaviour}/${group}`,
    clear: async (store) => void (await send({ kind: 'clear', store })),
    report: async (name) => (await send<{ report: ReceiverReport }>({ kind: 'report', name })).report,
    ids: async (name) => (await send<{ ids: [string, number][] }>({ kind: 'ids', name })).ids,
    stored: async () => (await send<{ stored: StoredRequest[] }>({ kind: 'stored' })).stored,
    release: async () => void (await send({ kind: 'release' })),
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
