import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from './until.ts';

export interface ProcessOptions {
  cwd?: string;
  /** The whole environment except PATH, which is inherited. */
  env?: Record<string, string | undefined>;
  uid?: number;
  /** Signals go to the process and to all that it started, as Ctrl-C in a terminal does. */
  group?: boolean;
}

export interface ChildProcessHandle {
  pid: number;
  /** What it printed so far. */
  stdout(): string;
  stderr(): string;
  hasEnded(): boolean;
  /** Resolves with the exit code, or with the name of the signal that ended it. */
  ended: Promise<number | string>;
  signal(name: NodeJS.Signals): void;
  /** Sends a signal and waits for the end of the process. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

const running = new Set<{ child: ChildProcess; signal(name: NodeJS.Signals): void }>();
// A test run that ends early must not leave processes behind. SIGTERM lets Parley stop its PostgreSQL.
process.once('exit', () => {
  for (const { signal } of running) signal('SIGTERM');
});

/** Starts a program and collects what it prints. */
export function startProcess(
  command: string,
  args: string[],
  { cwd, env = {}, uid, group = false }: ProcessOptions = {},
): ChildProcessHandle {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: group,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const signal = (name: NodeJS.Signals) => {
    if (!group) child.kill(name);
    else if (child.pid !== undefined) signalGroup(child.pid, name);
  };
  const entry = { child, signal };
  running.add(entry);
  const ended = once(child, 'close').then(([code, endedBy]) => {
    running.delete(entry);
    return (code ?? endedBy) as number | string;
  });
  return {
    pid: child.pid as number,
    stdout: () => stdout,
    stderr: () => stderr,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
    signal,
    stop(name = 'SIGTERM') {
      signal(name);
      return ended;
    },
  };
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // All processes of the group have ended.
  }
}

/** Ends the processes that a failed test left running. */
export async function stopAllProcesses(): Promise<void> {
  for (const { signal } of running) signal('SIGTERM');
  await until(() => running.size === 0, 'all processes to end', 60_000);
}
