import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ParleyProcess, startParleyProcess } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../fixtures/until.ts';

/** A small file system of its own, because a test must not fill the disk of the machine. */
const mountPoint = mkdtempSync(path.join(tmpdir(), 'parley-full-disk-'));
const MiB = 1024 ** 2;
const mounted = mount();

function mount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', mountPoint], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
if (!mounted) console.warn('Skipped: tests of a full disk mount a file system, so they need root on Linux.');

const dataDir = path.join(mountPoint, 'data');
const filler = path.join(mountPoint, 'filler');
let server: ParleyProcess;
let key: string;

beforeAll(async () => {
  if (!mounted) return;
  server = await start();
  key = server.firstSignIn?.apiKey as string;
});
afterAll(async () => {
  await server?.stop();
  if (mounted) execFileSync('umount', ['-l', mountPoint]);
  rmdirSync(mountPoint);
});

const start = () =>
  startParleyProcess({
    env: { HOST: '127.0.0.1', DATA_DIR: dataDir, FREE_DISK_MIB_MIN: '100', LOG_LEVEL: 'error' },
    probeReadiness: false,
    timeoutMs: 120_000,
  });

async function call(method: string, route: string, body?: unknown) {
  const response = await fetch(server.url + route, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as { data: never; error?: { message: string } },
  };
}

async function upload(projectId: string) {
  const announced = await call('POST', `/v1/projects/${projectId}/files`, { name: 'a.txt', size_bytes: 5 });
  const { upload: target } = announced.body.data as { upload: { put_url: string; url: string } };
  const put = await fetch(target.put_url, { method: 'PUT', body: 'hello' });
  const patch = await fetch(target.url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: 'hello',
  });
  return { put: put.status, patch: patch.status, text: await put.text() };
}

const freeBytes = async () => {
  const { bavail, bsize } = await statfs(mountPoint);
  return bavail * bsize;
};

/** Writes until this many bytes are free; 0: until the disk accepts nothing. */
async function fill(leaveBytes: number): Promise<void> {
  const file = await open(filler, 'a');
  try {
    while ((await freeBytes()) > leaveBytes) {
      const size = Math.min(MiB, (await freeBytes()) - leaveBytes);
      await file.write(Buffer.alloc(Math.max(size, 1)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}

describe.skipIf(!mounted)('a disk that becomes full', () => {
  test('refuses uploads before it is full, starts again when it is full, and accepts uploads when space is free', async () => {
    const { id } = (await call('POST', '/v1/projects', { name: 'Kept' })).body.data as { id: string };
    expect(await upload(id)).toMatchObject({ put: 200 });
    expect(existsSync(path.join(dataDir, 'postgres.reserve'))).toBe(true);

    await fill(50 * MiB);
    const refused = await upload(id);
    expect([refused.put, refused.patch]).toEqual([503, 503]);
    expect(refused.text).toContain('The disk of this server is nearly full');
    expect((await call('GET', `/v1/projects/${id}`)).status).toBe(200);

    await fill(0);
    const postmaster = Number.parseInt(
      readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] as string,
      10,
    );
    await server.stop('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await until(async () => !isRunning(postmaster), 'the end of PostgreSQL');
    await fill(0);
    expect(await freeBytes()).toBeLessThan(MiB);

    server = await start();
    expect(existsSync(path.join(dataDir, 'postgres.reserve'))).toBe(false);
    expect((await call('GET', `/v1/projects/${id}`)).body.data).toMatchObject({ name: 'Kept' });
    expect(await upload(id)).toMatchObject({ put: 503, patch: 503 });

    await rm(filler);
    expect(await upload(id)).toMatchObject({ put: 200 });
    await server.stop();
    server = await start();
    expect(existsSync(path.join(dataDir, 'postgres.reserve'))).toBe(true);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
