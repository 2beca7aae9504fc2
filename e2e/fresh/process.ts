import { expectStartToFail, type ParleyProcess, startParleyProcess, startProcess } from '@parley/testing';
import { inject } from 'vitest';

interface Options {
  env?: Record<string, string>;
  /** With `script`, runs an npm script, as the README does; otherwise the entry file, which returns its own exit code. */
  npmScript?: 'start' | 'dev';
  uid?: number;
}

const inClone = ({ env, ...options }: Options) => ({
  ...options,
  root: inject('clone'),
  env: { HOME: inject('home'), ...env },
  temporaryDataDir: false,
});

/** Starts the server of the clone. */
export const start = (options: Options = {}): Promise<ParleyProcess> => startParleyProcess(inClone(options));

/** The API key that a server prints at its first start; empty at later ones. */
export const apiKeyOf = ({ firstSignIn }: ParleyProcess): string => firstSignIn?.apiKey ?? '';

/** A start of the server of the clone that must fail. */
export const expectCloneStartToFail = (env: Record<string, string>) => expectStartToFail(inClone({ env }));

/** Runs `npm run --silent admin -- …` and returns what it printed, which must be one JSON object. */
export async function admin(args: string[], options: Options = {}): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runAdmin(args, options);
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${stderr}`);
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`Not one JSON object: ${stdout}`);
  return JSON.parse(stdout) as Record<string, string>;
}

export async function expectAdminToFail(args: string[], options: Options = {}) {
  const { code, stdout, stderr } = await runAdmin(args, options);
  if (code === 0) throw new Error(`admin ${args.join(' ')} succeeded: ${stdout}`);
  return { code, stdout, lines: stderr.trimEnd().split('\n') };
}

async function runAdmin(args: string[], { env, uid }: Options) {
  const run = startProcess('npm', ['run', '--silent', 'admin', '--', ...args], {
    cwd: inject('clone'),
    env: { HOME: inject('home'), ...env },
    uid,
  });
  return { code: await run.ended, stdout: run.stdout(), stderr: run.stderr() };
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
