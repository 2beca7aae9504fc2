import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseUrl } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useParley } from '../../test/use-parley.ts';
import { readExpiry } from '../operations/read-expiry.ts';

const launch = fileURLToPath(new URL('../../launch.mjs', import.meta.url));
let folder: string;
afterAll(() => rm(folder, { recursive: true, force: true }));
const parley = useParley();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-admin-'));
});

const run = (args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: databaseUrl(parley.connection) };
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
const admin = (...args: string[]) => run([launch, 'admin', ...args]);

describe('account create', () => {
  test('names the field that is invalid, in one line', async () => {
    await parley.account({ email: 'taken@example.com' });
    const { code, stderr } = await admin('account', 'create', '--email', 'taken@example.com');
    expect(code).toBe(1);
    expect(stderr).toBe('email: An account with this address already exists.\n');
  });
});

describe('key create --expires', () => {
  test('creates a key that expires at the given time', async () => {
    await parley.account({ email: 'ends@example.com' });
    const { stdout, code } = await admin(
      ...['key', 'create', '--email', 'ends@example.com', '--name', 'CI', '--expires', '90d'],
    );
    expect(code).toBe(0);
    const { key_id, api_key, expires_at } = JSON.parse(stdout);
    expect(key_id).toMatch(/^key_/);
    expect(api_key).toMatch(/^prl_live_/);
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 90 * 86_400_000)).toBeLessThan(60_000);
    const refused = await admin(
      ...['key', 'create', '--email', 'ends@example.com', '--name', 'CI', '--expires', 'soon'],
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('--expires: "soon" is neither'),
    ]);
  });

  const now = new Date('2026-11-15T12:00:00.000Z');
  test.each([
    ['30m', '2026-11-15T12:30:00.000Z'],
    ['12h', '2026-11-16T00:00:00.000Z'],
    ['90d', '2027-02-13T12:00:00.000Z'],
    ['2w', '2026-11-29T12:00:00.000Z'],
    ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T00:00:00+02:00', '2027-01-30T22:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(readExpiry(text, now).toISOString()).toBe(expected);
  });

  test.each([
    '',
    '90',
    'd',
    '-1d',
    '0d',
    '1y',
    '2027-02-31',
    '2027-13-01T00:00:00Z',
    '2026-11-15T12:00:00Z',
    '999999w',
  ])('refuses %j', (text) => {
    expect(() => readExpiry(text, now)).toThrow(/^--expires/);
  });
});

test('backup does not overwrite a file', async () => {
  const file = path.join(folder, 'mine.tar.gz');
  await writeFile(file, 'precious');
  const { code, stderr } = await admin('backup', '--to', file);
  expect(code).toBe(1);
  expect(stderr).toBe(`The file ${file} already exists and is not overwritten: choose another name.\n`);
  expect(await readFile(file, 'utf8')).toBe('precious');
});

test('prints a one-line message when Node.js cannot run TypeScript', async () => {
  for (const entry of ['main', 'admin']) {
    const { code, stdout, stderr } = await run(['--no-experimental-strip-types', launch, entry]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Parley needs Node\.js 22\.18 or newer and this is v[^\n]*npm start[^\n]*\n$/);
  }
});
