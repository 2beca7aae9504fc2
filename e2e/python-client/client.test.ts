import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../server/src/foundation/clock.ts';
import { startParley, type TestParley } from '../../server/test/harness.ts';
import { findGenerator, type PythonGenerator } from './generator.ts';

const openapiFile = fileURLToPath(new URL('../../server/openapi.json', import.meta.url));
const script = fileURLToPath(new URL('exercise.py', import.meta.url));

const generator = findGenerator();
if (!generator)
  process.stderr.write(
    'Skipped: openapi-python-client is not on the PATH. Install it with "pip install openapi-python-client==0.29.1 ruff".\n',
  );

test('openapi-python-client is installed if REQUIRE_PYTHON_CLIENT is set, as in CI', () => {
  expect(generator !== undefined || !process.env.REQUIRE_PYTHON_CLIENT).toBe(true);
});

describe.skipIf(!generator)('a Python client generated from openapi.json', () => {
  let folder: string;
  let server: TestParley;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-python-client-'));
    server = await startParley({ clock: systemClock });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('generates a Python client without warnings that can be imported completely and talks to a server', async () => {
    const { generate, python } = generator as PythonGenerator;
    expect(await generate(openapiFile, folder)).not.toMatch(/warning|error/i);
    const { key } = await server.account();
    const output = await python(script, folder, { PARLEY_URL: server.url, PARLEY_API_KEY: key });
    const result = JSON.parse(output) as { modules: number };
    expect(result.modules).toBeGreaterThan(500);
    expect(result).toMatchObject({
      project: 'From Python',
      refused: ['validation_failed', 'name'],
      job: ['sentiment', null],
      event: ['project.created', 'From Python'],
    });
  });
});
