import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { acceptsConnections } from './accepts-connections.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** Ends it at once, as when its machine crashes. */
  kill(): Promise<void>;
}

/** A Redis without persistence, at an address that stays the same from one start to the next. */
export async function openRedis(): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = spawn('redis-server', options, { stdio: 'ignore', cwd: '/' });
      await until(() => acceptsConnections(port), 'Redis to start');
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
