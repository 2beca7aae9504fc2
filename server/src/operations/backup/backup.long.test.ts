import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ParleyProcess } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChildServer } from '../../../test/child-server.ts';

const launch = fileURLToPath(new URL('../../../launch.mjs', import.meta.url));
const timeoutMs = 600_000;

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

let root: string;
let server: ParleyProcess | undefined;
let key: string;
let archive: string;
/** Projects that were acknowledged before the backup started, so it must contain them. */
const before: { id: string; name: string }[] = [];

const dataDir = (name: string) => path.join(root, name);

function runAdmin(folder: string, args: string[]): Promise<Outcome> {
  const env = { PATH: process.env.PATH, DATA_DIR: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, [launch, 'admin', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const start = (folder: string) =>
  startChildServer({}, { DATA_DIR: folder, DATABASE_URL: '', SECRET_KEY: '', RATE_LIMIT_SELF_HOSTED: '0' });

async function call(method: string, route: string, body?: object) {
  const response = await fetch(`${server?.url}/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as { data: never; meta: { next_cursor: string } },
  };
}

async function createProject(name: string): Promise<{ id: string; name: string }> {
  const { body } = await call('POST', '/projects', { name });
  return body.data;
}

async function listAll<T>(route: string): Promise<T[]> {
  const rows: T[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `${route}?limit=100${cursor && `&cursor=${cursor}`}`);
    rows.push(...(body.data as T[]));
    if (!body.meta.next_cursor) return rows;
    cursor = body.meta.next_cursor;
  }
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'parley-backup-'));
  server = await start(dataDir('source'));
  key = /prl_live_\w+/.exec(server.stdout())?.[0] as string;
  for (let i = 0; i < 20; i++) before.push(await createProject(`Before ${i} \t\\ “ü”\n`));
  await runAdmin(dataDir('source'), ['account', 'create', '--email', 'second@example.com']);
  await mkdir(path.join(dataDir('source'), 'files', 'blobs', '07', 'a'), { recursive: true });
  await writeFile(path.join(dataDir('source'), 'files', 'blobs', '07', 'a', '@b'), 'the bytes of a blob');
  await writeFile(path.join(dataDir('source'), 'files', 'blobs', '07', '@empty'), '');

  // Writes continue during the backup. The archive shows one point in time.
  let writing = true;
  const writers = [1, 2].map(async () => {
    while (writing) await createProject('While');
  });
  archive = path.join(root, 'backup.tar.gz');
  const outcome = await runAdmin(dataDir('source'), ['backup', '--to', archive]);
  writing = false;
  await Promise.all(writers);
  expect(outcome.stderr).toBe('');
  expect(JSON.parse(outcome.stdout)).toMatchObject({ file: archive, blobs: 2, rows: { users: 2 } });
  await server.stop('SIGTERM');
}, timeoutMs);

afterAll(async () => {
  await server?.stop('SIGTERM');
  await rm(root, { recursive: true, force: true });
});

describe('a backup beside a running server', () => {
  test('writes one file that only its owner may read, and leaves no temporary files', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    expect((await readdir(root)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test(
    'restores every project, event, lane, account and key of its point in time into a new DATA_DIR',
    async () => {
      const outcome = await runAdmin(dataDir('copy'), ['restore', '--from', archive]);
      expect(outcome.stderr).toBe('');
      const restored = JSON.parse(outcome.stdout) as { rows: Record<string, number>; blobs: number };
      expect(restored).toMatchObject({ blobs: 2, master_key: true });

      server = await start(dataDir('copy'));
      expect(server.stdout()).not.toContain('prl_live_');
      expect((await call('GET', '/me')).status).toBe(200);
      const projects = await listAll<{ id: string; name: string; lane_count: number }>('/projects');
      const names = new Map(projects.map((project) => [project.id, project.name]));
      for (const { id, name } of before) expect(names.get(id)).toBe(name);
      // One point in time: either a project, its event and its lanes were restored, or none of them.
      const events = await listAll<{ id: string }>('/events');
      expect(projects.length).toBe(restored.rows.projects);
      expect(events.length).toBe(projects.length);
      expect(projects.every((project) => project.lane_count === 4)).toBe(true);
      expect(restored.rows.lanes).toBe(projects.length * 4);
      const blob = path.join(dataDir('copy'), 'files', 'blobs', '07', 'a', '@b');
      expect(await readFile(blob, 'utf8')).toBe('the bytes of a blob');

      // The restored installation accepts writes, and its counting triggers are enabled again.
      expect((await createProject('After')).id).toMatch(/^prj_/);
      const refused = await runAdmin(dataDir('copy'), ['restore', '--from', archive]);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/in use by another running server.*\n$/);
      await server.stop('SIGTERM');
      server = undefined;
    },
    timeoutMs,
  );

  test(
    'refuses to restore a backup into an installation that is not empty',
    async () => {
      const refused = await runAdmin(dataDir('source'), ['restore', '--from', archive]);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^This installation contains accounts or projects: .*\n$/);
    },
    timeoutMs,
  );
});

function holdsTheSame(changed: Buffer, bytes: Buffer): boolean {
  try {
    return gunzipSync(changed).equals(gunzipSync(bytes));
  } catch {
    return false;
  }
}

describe('a damaged archive', () => {
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    'cut off': (bytes) => bytes.subarray(0, bytes.length - 200),
    'cut off where an entry ends': (bytes) => gzipSync(gunzipSync(bytes).subarray(0, 512 * 24)),
    'changed in one byte of a row': (bytes) => {
      const tar = gunzipSync(bytes);
      tar[tar.indexOf('Before 7')] = 0x58;
      return gzipSync(tar);
    },
    'changed in one byte of what PostgreSQL reads as bytes': (bytes) => {
      const tar = gunzipSync(bytes);
      tar[tar.indexOf('\\\\x') + 3] = 0x7a;
      return gzipSync(tar);
    },
    'changed in one byte of the file': (bytes) => {
      // Some changed bytes decompress to the same data, for example a distance within a run of zeros.
      for (let at = bytes.length >> 1; ; at++) {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] as number) ^ 0xff;
        if (!holdsTheSame(copy, bytes)) return copy;
      }
    },
    'not an archive at all': () => Buffer.from('hello'),
    empty: () => Buffer.alloc(0),
    'of a newer format': (bytes) => {
      const tar = gunzipSync(bytes);
      tar.write('{"format":9', tar.indexOf('{"format":1'));
      return gzipSync(tar);
    },
    'of an unreleased development version': (bytes) => {
      const tar = gunzipSync(bytes);
      tar.write('0001_accounts.sql', tar.indexOf('0001_identity.sql'));
      return gzipSync(tar);
    },
    'of a database that knows more migrations': (bytes) => {
      const tar = gunzipSync(bytes);
      tar.write('0009_identity.sql', tar.indexOf('0001_identity.sql'));
      return gzipSync(tar);
    },
  };

  test(
    'refuses a damaged archive with a one-line message, and the installation stays empty',
    async () => {
      const bytes = await readFile(archive);
      for (const [name, damage] of Object.entries(damages)) {
        const file = path.join(root, 'damaged.tar.gz');
        await writeFile(file, damage(bytes));
        const outcome = await runAdmin(dataDir('empty'), ['restore', '--from', file]);
        expect(outcome, name).toMatchObject({ code: 1, stdout: '' });
        expect(outcome.stderr, name).toMatch(
          /^(The archive|This data was created by|.* is not a backup of Parley).*\n$/,
        );
      }
      expect((await readdir(dataDir('empty'))).filter((name) => /restoring|secret|files/.test(name))).toEqual(
        [],
      );
      const outcome = await runAdmin(dataDir('empty'), ['restore', '--from', archive]);
      expect(outcome.code, outcome.stderr).toBe(0);
    },
    timeoutMs,
  );
});
