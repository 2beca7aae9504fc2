import { existsSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { stopAllProcesses, until } from '@parley/testing';
import { afterAll, expect, inject, test } from 'vitest';
import { apiKeyOf, call, start } from './process.ts';

/** `npm run dev` in a fresh clone, as in docs/contributing/development.md. */

afterAll(stopAllProcesses);

const sourceFile = () => path.join(inject('clone'), 'server/src/foundation/clock.ts');

test('serves the web application and the API at one address, and restarts the server on a change', async () => {
  const DATA_DIR = path.join(inject('home'), 'data of development');
  const postgresPid = () =>
    readFileSync(path.join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0];
  const dev = await start({ npmScript: 'dev', env: { DATA_DIR } });
  expect(dev.stdout()).toContain(`Address   ${dev.url}`);
  expect(dev.stdout()).toMatch(/Sign in +\S+@\S+ +with the password +\S{12,}/);

  const page = await fetch(`${dev.url}/projects`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('/@vite/client');
  const script = await fetch(`${dev.url}/src/main.tsx`);
  expect(script.headers.get('content-type')).toContain('javascript');
  expect((await call(dev.url, apiKeyOf(dev), 'GET', '/v1/me')).status).toBe(200);

  const startedAt = async () =>
    /^process_start_time_seconds (\d+)/m.exec(await (await fetch(`${dev.url}/metrics`)).text())?.[1];
  const before = await startedAt();
  const postgres = postgresPid();
  utimesSync(sourceFile(), new Date(), new Date());
  await until(async () => (await startedAt()) !== before, 'the server to restart', 60_000);
  expect((await call(dev.url, apiKeyOf(dev), 'GET', '/v1/me')).status).toBe(200);
  expect(postgresPid()).toBe(postgres);

  await dev.stop('SIGTERM');
  // npm may end a moment before the process that it started.
  await until(
    () => !existsSync(path.join(DATA_DIR, 'postgres/postmaster.pid')),
    'PostgreSQL to stop',
    60_000,
  );

  // The sign-in and the key are shown at every start, not only at the first.
  const again = await start({ npmScript: 'dev', env: { DATA_DIR } });
  expect(apiKeyOf(again)).toBe(apiKeyOf(dev));
  await again.stop('SIGTERM');
});
