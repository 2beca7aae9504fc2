import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface S3Server {
  /** In the form of Parley's STORAGE_URL: `s3://key:secret@bucket?region=…&endpoint=…`. */
  storageUrl: string;
  stop(): Promise<void>;
}

const bucket = 'research';
const accessKey = 'parley-test';
const secretKey = 'parley-test-secret';
const addressPattern = /http:\/\/127\.0\.0\.1:(\d+)/;

/** The path of an rclone that can serve S3, from RCLONE_PATH or the PATH. */
export function findRclone(): string | undefined {
  const path = process.env.RCLONE_PATH ?? 'rclone';
  try {
    execFileSync(path, ['serve', 's3', '--help'], { stdio: 'ignore', timeout: 30_000 });
    return path;
  } catch {
    return undefined;
  }
}

/** Starts rclone as an S3 server with one empty bucket. */
export async function startS3Server(rclone: string): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-s3-'));
  mkdirSync(join(directory, bucket));
  const options = ['--addr', '127.0.0.1:0', '--auth-key', `${accessKey},${secretKey}`, '--config', ''];
  const child = spawn(rclone, ['serve', 's3', ...options, directory], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: directory,
  });
  const port = await readPort(child);
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

/** rclone chooses the port and prints its address. */
function readPort(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const onData = (chunk: Buffer) => {
      output += chunk;
      const port = addressPattern.exec(output)?.[1];
      if (port) resolve(port);
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The S3 server ended: ${output}`)));
  });
}
