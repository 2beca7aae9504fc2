import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface S3Server {
  storageUrl: string;
  stop(): Promise<void>;
}

const bucket = 'research';
const accessKey = 'parley-test';
const secretKey = 'parley-test-secret';

/** Present where PATH or RCLONE_PATH names an rclone that can serve S3. */
export function findRclone(): string | undefined {
  const path = process.env.RCLONE_PATH ?? 'rclone';
  try {
    execFileSync(path, ['serve', 's3', '--help'], { stdio: 'ignore', timeout: 30_000 });
    return path;
  } catch {
    return undefined;
  }
}

export function startRclone(path: string): Promise<S3Server> {
  const auth = `${accessKey},${secretKey}`;
  return start(
    (directory) => [
      path,
      'serve',
      's3',
      '--addr',
      '127.0.0.1:0',
      '--auth-key',
      auth,
      '--config',
      '',
      directory,
    ],
    /http:\/\/127\.0\.0\.1:(\d+)/,
  );
}

async function start(command: (directory: string) => string[], portPattern: RegExp): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-s3-'));
  mkdirSync(join(directory, bucket));
  const [program = '', ...args] = command(directory);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: directory });
  const port = await portOf(child, portPattern);
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  return {
    storageUrl: `s3://${accessKey}:${secretKey}@${bucket}?region=us-east-1&endpoint=${endpoint}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function portOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      const port = pattern.exec(said)?.[1];
      if (port) resolve(port);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The S3 server ended: ${said}`)));
  });
}
