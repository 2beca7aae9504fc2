import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inject } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { until } from '../../server/test/harness.ts';

export interface Started {
  pid: number;
  url: string;
  /** The one-time key of the first start, if this was one. */
  key: string;
  stdout(): string;
  stderr(): string;
  ended: Promise<number | string>;
  /** To the whole group: what Ctrl-C does to `npm start` and all that it has started. */
  signal(signal: NodeJS.Signals): Promise<number | string>;
}

export interface Options {
  env?: Record<string, string>;
  /** `npm start`, as the README says, or another npm script; else node itself, whose exit code is then seen. */
  npm?: boolean | 'dev';
  uid?: number;
}

const running = new Set<ChildProcess>();

function launch(command: string, args: string[], { env = {}, uid }: Options) {
  const child = spawn(command, args, {
    cwd: inject('clone'),
    env: { PATH: process.env.PATH, HOME: inject('home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  running.add(child);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  return { child, ended, stdout: () => out, stderr: () => err };
}

const nodeOfClone = () => path.join(inject('clone'), 'node_modules/.bin/node');
const mainOfClone = () => path.join(inject('clone'), 'server/src/entry/main.ts');

/** Starts the server and waits until it says that it runs. */
export async function start(options: Options = {}): Promise<Started> {
  const port = options.env?.PORT ?? String(await freePort());
  const given = { ...options, env: { PORT: port, ...options.env } };
  const { child, ended, stdout, stderr } = options.npm
    ? launch('npm', ['run', options.npm === 'dev' ? 'dev' : 'start'], given)
    : launch(nodeOfClone(), [mainOfClone()], given);
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`It ended instead of starting: ${stderr()}`);
      return /Parley is running/.test(stdout());
    },
    'the server to start',
    90_000,
  );
  const pid = child.pid as number;
  return {
    pid,
    url: `http://127.0.0.1:${port}`,
    key: /API key +(prl_live_\w+)/.exec(stdout())?.[1] ?? '',
    stdout,
    stderr,
    ended,
    signal(signal) {
      process.kill(-pid, signal);
      return ended;
    },
  };
}

/** A start that is expected to be refused: how it ended, and what it said. */
export async function startInVain(env: Record<string, string>) {
  const { ended, stdout, stderr } = launch(nodeOfClone(), [mainOfClone()], { env });
  return { code: await ended, stdout: stdout(), lines: stderr().trimEnd().split('\n') };
}

/** `npm run --silent admin -- …`: all that it printed, which is one JSON object. */
export async function admin(args: string[], options: Options = {}): Promise<Record<string, string>> {
  const run = launch('npm', ['run', '--silent', 'admin', '--', ...args], options);
  const code = await run.ended;
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${run.stderr()}`);
  if (!/^\{.*\}\n$/.test(run.stdout())) throw new Error(`Not one JSON object: ${run.stdout()}`);
  return JSON.parse(run.stdout()) as Record<string, string>;
}

export async function adminInVain(args: string[], options: Options = {}) {
  const run = launch('npm', ['run', '--silent', 'admin', '--', ...args], options);
  return { code: await run.ended, stdout: run.stdout(), lines: run.stderr().trimEnd().split('\n') };
}

export async function call(url: string, key: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
  return { status: response.status, body: (await response.json()) as any };
}

/** Ends whatever a failed test has left. */
export async function endAll(): Promise<void> {
  for (const child of running) {
    try {
      process.kill(-(child.pid as number), 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
  }
  await until(() => running.size === 0, 'all processes to end', 60_000);
}
