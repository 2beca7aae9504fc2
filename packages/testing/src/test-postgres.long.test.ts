import { existsSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { startProcess, stopAllProcesses, until } from './index.ts';

afterAll(stopAllProcesses);

test('PostgreSQL ends and its data is removed when the process that started it is killed', async () => {
  const module = JSON.stringify(new URL('./index.ts', import.meta.url).href);
  const program = `
    const { startTestPostgres } = await import(${module});
    console.log((await startTestPostgres()).dataDir);
    setInterval(() => {}, 1000);`;
  const run = startProcess(process.execPath, ['--input-type=module', '-e', program]);
  const dataDir = await until(() => run.stdout().trim(), 'the folder of PostgreSQL');
  expect(existsSync(dataDir)).toBe(true);
  await run.stop('SIGKILL');
  await until(() => !existsSync(dataDir), 'the removal of the folder');
});
