import { afterAll, expect, test } from 'vitest';
import { expectStartToFail, startHttpServerProcess, startProcess, stopAllProcesses, until } from './index.ts';

afterAll(stopAllProcesses);

const node = (program: string) => [process.execPath, '-e', program];

test('a process reports its output, and its exit code or signal', async () => {
  const [command = '', ...args] = node(`console.log('out'); console.error('err'); process.exitCode = 3`);
  const ended = startProcess(command, args);
  expect(await ended.ended).toBe(3);
  expect([ended.stdout(), ended.stderr(), ended.hasEnded()]).toEqual(['out\n', 'err\n', true]);
  const [program = '', ...rest] = node('setInterval(() => {}, 1000)');
  expect(await startProcess(program, rest).stop('SIGKILL')).toBe('SIGKILL');
});

test('a process gets PATH and the given variables, and no others', async () => {
  const [command = '', ...args] = node('console.log(Object.keys(process.env).sort().join())');
  const ended = startProcess(command, args, { env: { GIVEN: 'x', LEFT_OUT: undefined } });
  await ended.ended;
  expect(ended.stdout().trim().split(',')).toEqual(['GIVEN', 'PATH']);
});

test('a server is ready when it responds, and a server that ends early is an error with its output', async () => {
  const answering = `require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT)`;
  const server = await startHttpServerProcess({ command: node(answering) });
  expect((await fetch(server.url)).status).toBe(200);
  await server.stop();
  const failing = node(`console.error('no disk'); process.exit(1)`);
  await expect(startHttpServerProcess({ command: failing })).rejects.toThrow('no disk');
});

test('a Parley that must not start returns its exit code and its lines', async () => {
  const { code, lines } = await expectStartToFail({ env: { PORT: 'many' } });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^PORT: /)]);
});

test('until names what it waited for', async () => {
  await expect(until(() => false, 'the impossible', 1)).rejects.toThrow('the impossible');
});
