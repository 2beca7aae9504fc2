import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/free-port.ts';

export interface RunningParley {
  url: string;
  email: string;
  password: string;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const startTimeoutMs = 120_000;

/** A real Parley as an operator would start it, in a folder of its own; its first words say how to sign in. */
export async function startParley(): Promise<RunningParley> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-browser-'));
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'server/src/entry/main.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };

  let said = '';
  const [, email = '', password = ''] = await new Promise<string[]>((resolve, reject) => {
    const fail = (reason: string) => void stop().then(() => reject(new Error(`${reason}\n${said}`)), reject);
    const timer = setTimeout(() => fail('Parley did not start in time.'), startTimeoutMs);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const match = /Sign in +(\S+) +with the password +(\S+)[\s\S]*\n\n/.exec(said);
      if (match) {
        clearTimeout(timer);
        resolve(match);
      }
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`Parley ended instead of starting.\n${said}`));
    });
  });
  return { url: `http://127.0.0.1:${port}`, email, password, stop };
}
