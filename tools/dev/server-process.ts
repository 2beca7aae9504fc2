import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

export interface ServerProcess {
  /** Resolves with true when the server is ready, or with false if it could not start. */
  whenReady(): Promise<boolean>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  command: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Receives the log lines. */
  log: Writable;
}

/** The server as a child process. A restart waits for the old process to end, because both use the same port. */
export function startServerProcess({ command, cwd, env, log }: Options): ServerProcess {
  const [program = 'node', ...args] = command;
  let child: ChildProcess;
  let ready: Promise<boolean>;
  let queue: Promise<void> = Promise.resolve();
  let restartIsQueued = false;

  function start(): void {
    const started = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    started.stderr.pipe(log, { end: false });
    let output = '';
    ready = new Promise((resolve) => {
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Parley is running')) resolve(true);
      });
      started.once('error', () => resolve(false));
      started.once('exit', () => resolve(false));
    });
  }

  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  start();
  return {
    whenReady: async () => {
      await queue;
      return ready;
    },
    restart() {
      // A restart that has not begun yet will pick up later changes as well.
      if (restartIsQueued) return queue;
      restartIsQueued = true;
      queue = queue.then(async () => {
        restartIsQueued = false;
        await end();
        start();
      });
      return queue;
    },
    async stop() {
      await queue;
      await end();
    },
  };
}
