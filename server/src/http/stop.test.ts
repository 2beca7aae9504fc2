import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startParley, until } from '../../test/harness.ts';

/** Far below the time-outs of idle connections and of incomplete requests, which are 30 seconds and more. */
const stopMsMax = 10_000;
const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

async function open(url: string, text: string): Promise<{ socket: Socket; received(): string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (text) socket.write(text);
  return { socket, received: () => received };
}

test.each([
  ['has sent no request', '', ''],
  ['has sent a part of a request', 'GET /healthz HTTP/1.1\r\nHost:', ''],
  ['is idle after a response', request, 'HTTP/1.1 200'],
  ['has sent a part of its second request', `${request}GET /healthz HTTP/1.1\r\n`, 'HTTP/1.1 200'],
])(
  'a server stops at once while a connection %s',
  async (_, text, response) => {
    const parley = await startParley();
    const { socket, received } = await open(parley.url, text);
    await until(() => received().includes(response), 'the response');
    const startedMs = performance.now();
    await parley.stop();
    expect(performance.now() - startedMs).toBeLessThan(stopMsMax);
    socket.destroy();
  },
  60_000,
);
