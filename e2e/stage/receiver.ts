import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Report {
  total: number;
  unique: number;
  duplicates: number;
  firstAt: number;
  lastAt: number;
  p50: number;
  p99: number;
  max: number;
}

export interface Kept {
  headers: Record<string, string>;
  body: string;
}

export interface StageReceiver {
  pid: number;
  /** `url('ok', 'a')` answers 200 and is counted under `a`. */
  url(behaviour: 'ok' | 'slow' | 'fail' | 'hang' | 'hold', group?: string): string;
  clear(keep?: number): Promise<void>;
  /** Of all groups whose name begins so. */
  report(prefix?: string): Promise<Report>;
  ids(group: string): Promise<[id: string, times: number][]>;
  kept(): Promise<Kept[]>;
  /** Answers all requests that were held. */
  letGo(): Promise<void>;
  close(): Promise<void>;
}

export async function startStageReceiver(): Promise<StageReceiver> {
  const child = fork(new URL('./receiver-program.ts', import.meta.url), { serialization: 'advanced' });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async <T>(message: object): Promise<T> => {
    const answer = once(child, 'message');
    child.send(message);
    return (await answer)[0] as T;
  };
  return {
    pid: child.pid as number,
    url: (behaviour, group = 'all') => `http://127.0.0.1:${port}/${behaviour}/${group}`,
    clear: async (keep) => void (await ask({ ask: 'clear', keep })),
    report: async (name) => (await ask<{ report: Report }>({ ask: 'report', name })).report,
    ids: async (name) => (await ask<{ ids: [string, number][] }>({ ask: 'ids', name })).ids,
    kept: async () => (await ask<{ kept: Kept[] }>({ ask: 'kept' })).kept,
    letGo: async () => void (await ask({ ask: 'let go' })),
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
