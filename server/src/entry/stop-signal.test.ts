import { fileURLToPath } from 'node:url';
import { startProcess, stopAllProcesses, until } from '@parley/testing';
import { afterAll, expect, test } from 'vitest';

afterAll(stopAllProcesses);

const module = fileURLToPath(new URL('./stop-signal.ts', import.meta.url));

/** A server that needs a moment to stop, as one with a database does. */
const program = `
  import { stopSignal } from ${JSON.stringify(module)};
  const alive = setInterval(() => {}, 1000);
  const stopping = stopSignal();
  console.log('ready');
  await stopping;
  console.log('stopping');
  process.once('SIGUSR2', () => { clearInterval(alive); console.log('stopped'); });
`;

test.each(['SIGINT', 'SIGTERM'] as const)(
  'two %s at once, as npm sends them, are one request to stop',
  async (signal) => {
    const server = startProcess(process.execPath, ['--input-type=module', '-e', program]);
    await until(() => server.stdout().includes('ready'), 'the process to start');
    server.signal(signal);
    server.signal(signal);
    await until(() => server.stdout().includes('stopping'), 'the process to notice the signal');
    server.signal('SIGUSR2');
    expect(await server.ended).toBe(0);
    expect(server.stdout()).toContain('stopped');
  },
);

test('a later Ctrl-C ends the process at once and says what happens to unfinished work', async () => {
  const server = startProcess(process.execPath, ['--input-type=module', '-e', program]);
  await until(() => server.stdout().includes('ready'), 'the process to start');
  let ended: number | string | undefined;
  void server.ended.then((code) => (ended = code));
  await until(() => {
    if (ended === undefined) server.signal('SIGINT');
    return ended !== undefined;
  }, 'the process to end');
  expect(ended).toBe(1);
  expect(server.stderr()).toContain('Unfinished work continues at the next start.');
});
