import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** docs/contributing/add-a-resource.md: its blocks, applied to a copy of the repository, add a resource that works. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guide = await readFile(path.join(root, 'docs/contributing/add-a-resource.md'), 'utf8');
let copy: string;

interface Step {
  file: string;
  /** The block is inserted after this line; without it, the block is a new file. */
  after?: string;
  block: string;
}

const steps: Step[] = [...guide.matchAll(/^```\w+ file=(\S+)(?: after="(.*)")?\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', after, block = '']) => ({ file, after, block }),
);

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'parley-resource-'));
  const isSource = (file: string) => !['node_modules', 'dist'].includes(path.basename(file));
  const copied = [
    'server',
    'tools',
    'sdk',
    'web',
    'docs',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ];
  for (const part of copied)
    await cp(path.join(root, part), path.join(copy, part), { recursive: true, filter: isSource });
  for (const part of ['node_modules', 'server/node_modules', 'packages'])
    await symlink(path.join(root, part), path.join(copy, part)).catch(() => {});
  // The application uses the SDK of the copy.
  await mkdir(path.join(copy, 'web/node_modules/@parley'), { recursive: true });
  await symlink(path.join(copy, 'sdk'), path.join(copy, 'web/node_modules/@parley/sdk'));
  for (const step of steps) await apply(step);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

async function apply({ file, after, block }: Step): Promise<void> {
  const target = path.join(copy, file);
  await mkdir(path.dirname(target), { recursive: true });
  if (after === undefined) return writeFile(target, block, { flag: 'wx' });
  const text = await readFile(target, 'utf8');
  const parts = text.split(`\n${after}\n`);
  expect(parts.length, `"${after}" is one line of ${file}`).toBe(2);
  await writeFile(target, parts.join(`\n${after}\n${block}`));
}

/** Runs a program in the copy and returns its output. */
async function run(...args: string[]): Promise<string> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST_LONG|NODE_OPTIONS)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1' };
  const { failed, output } = await promisify(execFile)(process.execPath, args, {
    cwd: copy,
    env,
    maxBuffer: 1e8,
  }).then(
    ({ stdout }) => ({ failed: false, output: stdout }),
    ({ stdout, stderr }) => ({ failed: true, output: `${stdout}${stderr}` }),
  );
  expect(failed, output).toBe(false);
  return output;
}

const runTests = (...args: string[]) =>
  run('node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...args);

const timeoutMs = 600_000;

test('the guide has all files of a feature', () => {
  const written = steps.filter(({ after }) => after === undefined).map(({ file }) => path.basename(file));
  expect(written.sort()).toEqual([
    '0012_bookmarks.sql',
    'bookmarks.test.ts',
    'derived.ts',
    'index.ts',
    'redact.ts',
    'routes.ts',
    'schema.ts',
    'service.ts',
    'store.ts',
  ]);
});

test(
  'bookmarks that were added by the guide are listed, changed, deleted, live, active, counted, found and erased',
  async () => {
    await run('tools/schema.ts');
    await runTests(
      'server/src/features/coding/bookmarks',
      'server/src/app/declared-state.test.ts',
      'server/src/app/table-access.test.ts',
      'server/src/features/engage/erasure/text-columns.test.ts',
      'server/src/features/engage/erasure/whole-database.test.ts',
    );
  },
  timeoutMs,
);

test(
  'the boundary matrix and the test of changes without effect test the routes of bookmarks',
  async () => {
    const output = await runTests(
      'server/src/app/boundary.test.ts',
      'server/src/app/patch-without-effect.test.ts',
      '-t',
      'bookmarks',
    );
    expect(output).toMatch(/Test Files +2 passed/);
    expect(output).toMatch(/Tests +[1-9]\d+ passed/);
  },
  timeoutMs,
);

test(
  'the code of the guide has no type errors',
  async () => {
    await run('server/src/entry/openapi.ts');
    await run(
      'node_modules/openapi-typescript/bin/cli.js',
      'server/openapi.json',
      '--default-non-nullable=false',
      '-o',
      'sdk/src/generated.ts',
    );
    for (const project of ['server', 'web'])
      await run('node_modules/typescript-native/bin/tsc', '-p', project);
  },
  timeoutMs,
);
