import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProcessOptions, startProcess } from './process.ts';
import { type HttpServerProcess, startHttpServerProcess } from './server-process.ts';

export interface ParleyProcess extends HttpServerProcess {
  dataDir: string | undefined;
  /** Printed by the first start with a new database only. */
  firstSignIn: { email: string; password: string; apiKey: string } | undefined;
}

export interface ParleyProcessOptions {
  /** Configuration variables. Without DATA_DIR, a temporary folder is used and removed at the end. */
  env?: Record<string, string | undefined>;
  /** The folder of another installation, whose Node.js is used as well. */
  root?: string;
  /** Runs `npm run <script>` in place of the server's entry file. */
  npmScript?: 'start' | 'dev';
  /** False leaves DATA_DIR to the server's default. */
  temporaryDataDir?: boolean;
  uid?: number;
  timeoutMs?: number;
  /** False sends no request to /readyz, for tests that read the request log; the startup message then decides. */
  probeReadiness?: boolean;
}

const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** The end of what a server prints when it has started. */
const startedPattern = /Parley is running[\s\S]*\n\n/;

/** Starts Parley as an operator does: as a process of its own. */
export async function startParleyProcess(options: ParleyProcessOptions = {}): Promise<ParleyProcess> {
  const { env = {}, temporaryDataDir = true, probeReadiness = true, timeoutMs } = options;
  const temporary =
    env.DATA_DIR === undefined && temporaryDataDir
      ? mkdtempSync(join(tmpdir(), 'parley-process-'))
      : undefined;
  const dataDir = env.DATA_DIR ?? temporary;
  const remove = () => temporary && rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  const server = await startHttpServerProcess({
    ...launchOptions({ ...options, env: { ...env, DATA_DIR: dataDir } }),
    readyPath: probeReadiness ? '/readyz' : null,
    isReady: (stdout) => startedPattern.test(stdout),
    timeoutMs,
  }).catch(async (error) => {
    await remove();
    throw error;
  });
  const ended = server.ended.then(async (code) => {
    await remove();
    return code;
  });
  return {
    ...server,
    dataDir,
    firstSignIn: readSignIn(server.stdout()),
    ended,
    stop(signal = 'SIGTERM') {
      server.signal(signal);
      return ended;
    },
  };
}

/** A start that must fail: the exit code, and what it printed on standard error, by lines. */
export async function expectStartToFail(
  options: ParleyProcessOptions,
): Promise<{ code: number | string; stdout: string; lines: string[] }> {
  const { command, ...processOptions } = launchOptions(options);
  const [program = '', ...args] = command;
  const { ended, stdout, stderr } = startProcess(program, args, processOptions);
  const code = await ended;
  if (code === 0) throw new Error(`The server started and ended: ${stdout()}`);
  return { code, stdout: stdout(), lines: stderr().trimEnd().split('\n') };
}

function launchOptions(options: ParleyProcessOptions): ProcessOptions & { command: string[] } {
  const { env, root = repository, npmScript, uid } = options;
  const node = root === repository ? process.execPath : join(root, 'node_modules/.bin/node');
  const command = npmScript ? ['npm', 'run', npmScript] : [node, join(root, 'server/launch.mjs'), 'main'];
  // npm starts a shell and node: the signal has to reach all of them, as it does in a terminal.
  return { command, cwd: root, env, uid, group: npmScript !== undefined };
}

function readSignIn(stdout: string): ParleyProcess['firstSignIn'] {
  const [, email, password] = /Sign in +(\S+) +with the password +(\S+)/.exec(stdout) ?? [];
  const apiKey = /API key +(prl_live_\w+)/.exec(stdout)?.[1];
  return email && password && apiKey ? { email, password, apiKey } : undefined;
}
