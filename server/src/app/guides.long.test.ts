import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStudy, type Study } from '../../test/guide-study.ts';
import { until } from '../../test/harness.ts';
import { makeRecording } from '../../test/media.ts';
import { useParley } from '../../test/use-parley.ts';
import { systemClock } from '../foundation/clock.ts';
import { statusOf } from '../http/status.ts';

/** The guides of docs/api: their curl examples run as printed, and what they name exists. */

const folder = new URL('../../../docs/api/', import.meta.url);
const guides = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
const pages = new Map<string, string>();
for (const name of guides) pages.set(name, await readFile(new URL(name, folder), 'utf8'));

/** Blocks that set the address and key of the reader's own server. */
const isSetup = (block: string) => /^PARLEY=/m.test(block);
const shellBlocks = (page: string) =>
  [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .filter((block) => !isSetup(block));

/** `curl` reports each status on stderr; a failed command, or an unset variable, ends the script. */
const prelude = `set -euo pipefail
curl() { command curl -sS --max-time 60 -w '%{stderr}status %{http_code}\\n' "$@"; }
`;

let study: Study;
let work: string;

afterAll(async () => {
  if (work) await rm(work, { recursive: true, force: true });
});
const server = useParley({ clock: systemClock, work: true, env: { RATE_LIMIT_SELF_HOSTED: '0' } });
beforeAll(async () => {
  const recording = await makeRecording('mp4', { seconds: 10 });
  study = await createStudy(server, recording);
  work = await mkdtemp(path.join(tmpdir(), 'parley-guides-'));
  await writeFile(path.join(work, 'interview.mp4'), recording);
});

async function run(script: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, ...study.variables };
  const child = spawn('bash', ['-c', prelude + script], {
    cwd: work,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

const missing = ['curl', 'jq'].filter((tool) => spawnSync(tool, ['--version']).error);

// Without curl or jq the examples cannot run; CI has both.
describe.skipIf(missing.length > 0 && !process.env.CI)('the curl examples', () => {
  for (const [name, page] of pages) {
    const blocks = shellBlocks(page);
    if (blocks.length === 0) continue;
    test(`the curl examples of ${name} respond with the printed statuses`, async () => {
      // Just before the guide, because a window of the rate limit ends after a minute.
      if (blocks.join('').includes('$BUSY_KEY')) await useUpRateLimit();
      // One shell for the whole guide: later examples use variables that earlier ones set.
      const { code, stdout, stderr } = await run(blocks.map((block) => `${block}\necho\n`).join(''));
      const statuses = [...stderr.matchAll(/^status (\d+)$/gm)].map(([, status]) => status);
      expect(code, stderr + stdout).toBe(0);
      const printed = [...blocks.join('').matchAll(/^# → (\d+)(?: (\w+))?(?: .*)?$/gm)];
      const expected = printed.map(([, status]) => status);
      const hasLoop = printed.some(([line]) => line.includes('for each'));
      const comparable = (list: (string | undefined)[]) => (hasLoop ? list.filter(unlessRepeated) : list);
      expect(comparable(statuses), stderr + stdout).toEqual(comparable(expected));
      const codes = printed.flatMap(([, status, word]) => (Number(status) >= 400 && word ? [word] : []));
      expect([...stdout.matchAll(/"error":\{"code":"(\w+)"/g)].map(([, found]) => found)).toEqual(codes);
    });
  }
});

const useUpRateLimit = () =>
  until(async () => {
    const headers = { authorization: `Bearer ${study.variables.BUSY_KEY}` };
    return (await server.request('GET', '/v1/me', { headers })).status === 429;
  }, 'the rate limit to refuse a request');

/** A loop sends several requests under one printed status (`# → 200 for each page`). */
const unlessRepeated = (status: string | undefined, index: number, all: (string | undefined)[]) =>
  index === 0 || status !== all[index - 1];

describe('the guides', () => {
  test('the guides have one section per error code, with its status, in errors.md', () => {
    const sections = [...(pages.get('errors.md') ?? '').matchAll(/^## `(\w+)` \((\d+)\)$/gm)];
    expect(Object.fromEntries(sections.map(([, code, status]) => [code, Number(status)]))).toEqual(statusOf);
    expect(sections).toHaveLength(Object.keys(statusOf).length);
  });

  test('lists all guides in the index', () => {
    const index = pages.get('README.md') ?? '';
    expect(guides.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual([]);
  });

  test('list in the index the variables that examples use without setting them', () => {
    const table =
      (pages.get('README.md') ?? '').match(/## Variables in the examples\n([\s\S]*?)\n## /)?.[1] ?? '';
    const listed = [...table.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(study.variables).sort());
  });

  test('name only routes that exist', () => {
    const normalize = (route: string) => route.replace(/\{\w+\}/g, '{}');
    const { paths } = server.openapi as { paths: Record<string, Record<string, unknown>> };
    const known = new Set(
      Object.entries(paths).flatMap(([route, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${normalize(route)}`),
      ),
    );
    const named = [...pages].flatMap(([name, page]) =>
      [...page.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}.-]+)/g)].map(
        ([, method, route = '']) => ({
          name,
          route: `${method} ${normalize(route)}`,
        }),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ route }) => !known.has(route))).toEqual([]);
  });
});
