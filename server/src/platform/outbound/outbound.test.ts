import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  listen,
  longDeadlineMs,
  mediumDeadlineMs,
  outbound,
  post,
  repeat,
  shortDeadlineMs,
  startRawServer,
  startReceiver,
} from '../../../test/receivers.ts';

describe('a request', () => {
  it('arrives unchanged and returns the response', async () => {
    const receiver = await startReceiver(202, { 'retry-after': '7', 'x-other': 'y' }, 'thanks');
    const outcome = await post(outbound(), `${receiver.url}?q=1`);
    expect(outcome).toMatchObject({ kind: 'response', status: 202, headers: { 'retry-after': '7' } });
    expect(outcome.kind === 'response' && outcome.body.toString()).toBe('thanks');
    expect(receiver.seen).toEqual([
      expect.objectContaining({ method: 'POST', url: '/hook?q=1', body: '{"a":1}' }),
    ]);
    expect(receiver.seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('reuses a connection', async () => {
    const receiver = await startReceiver(200);
    const client = outbound();
    for (let i = 0; i < 20; i++) expect(await post(client, receiver.url)).toMatchObject({ status: 200 });
    expect(receiver.seen).toHaveLength(20);
    expect(receiver.connections.opened).toBeLessThan(20);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with status %i', async (status) => {
    const target = await startReceiver(200);
    const receiver = await startReceiver(status, { location: target.url });
    expect(await post(outbound(), receiver.url)).toMatchObject({ kind: 'response', status });
    expect(target.seen).toHaveLength(0);
  });

  it('does not send a request a second time if the reused connection fails', async () => {
    let requests = 0;
    const server = createServer((socket) => {
      let first = true;
      socket.on('data', () => {
        requests++;
        if (first) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=60\r\n\r\n');
        else socket.resetAndDestroy();
        first = false;
      });
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    const client = outbound();
    let sent = 1;
    let outcome = await post(client, url);
    // The first few requests may each open a connection. The first reused connection fails.
    for (; outcome.kind === 'response' && sent < 50; sent++) outcome = await post(client, url);
    expect(outcome).toMatchObject({ kind: 'error', error: 'connection' });
    expect(requests).toBe(sent);
  });

  it('uses a new connection if the receiver closed the idle one', async () => {
    let closed = 0;
    const server = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
      socket.on('close', () => closed++);
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    const client = outbound();
    for (let i = 1; i <= 5; i++) {
      expect(await post(client, url)).toMatchObject({ kind: 'response', status: 200 });
      await expect.poll(() => closed, { timeout: longDeadlineMs }).toBe(i);
    }
  });

  it('rejects and closes the connection when the caller aborts', async () => {
    let closed = false;
    const abort = new AbortController();
    const url = await startRawServer((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      abort.abort(new Error('shutting down'));
    });
    const sent = outbound().send({
      method: 'POST',
      url,
      headers: {},
      deadlineMs: longDeadlineMs,
      maxResponseBytes: 1024,
      signal: abort.signal,
    });
    await expect(sent).rejects.toThrow('shutting down');
    await expect.poll(() => closed, { timeout: longDeadlineMs }).toBe(true);
  });
});

describe('a receiver that fails before it sends a status', () => {
  const cases: Array<[string, string, number, (socket: Socket) => void]> = [
    ['never responds', 'timeout', shortDeadlineMs, () => undefined],
    [
      'sends its headers too slowly',
      'timeout',
      shortDeadlineMs,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        repeat(socket, 20, 'x-drip: 1\r\n');
      },
    ],
    [
      'sends its status line too slowly',
      'timeout',
      shortDeadlineMs,
      (socket) => {
        socket.write('HTTP/1.1 200 ');
        repeat(socket, 20, 'O');
      },
    ],
    [
      'sends interim responses forever',
      'timeout',
      shortDeadlineMs,
      (socket) => repeat(socket, 20, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    ],
    [
      'sends headers without end',
      'connection',
      longDeadlineMs,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        repeat(socket, 1, `x-many: ${'y'.repeat(4000)}\r\n`);
      },
    ],
    ['resets', 'connection', longDeadlineMs, (socket) => socket.resetAndDestroy()],
    ['closes without a response', 'connection', longDeadlineMs, (socket) => socket.end()],
    [
      'closes within the headers',
      'connection',
      longDeadlineMs,
      (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: '),
    ],
    [
      'uses another protocol',
      'connection',
      longDeadlineMs,
      (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
    ],
    [
      'responds with random bytes',
      'connection',
      longDeadlineMs,
      (socket) => socket.end(Buffer.alloc(4096, 0xfe)),
    ],
    [
      'upgrades without a request for it',
      'connection',
      longDeadlineMs,
      (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    ],
  ];
  it.each(cases)('reports a receiver that %s as %s', async (_, error, deadlineMs, behave) => {
    let closed = false;
    const url = await startRawServer((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      behave(socket);
    });
    expect(await post(outbound(), url, deadlineMs)).toMatchObject({ kind: 'error', error });
    await expect.poll(() => closed, { timeout: longDeadlineMs }).toBe(true);
  });

  it('reports a receiver that is not listening as connection', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((done) => server.close(done));
    expect(await post(outbound(), `http://127.0.0.1:${port}/`)).toMatchObject({ error: 'connection' });
  });
});

describe('after the status was received', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  const cases: Array<[string, number, (socket: Socket) => void]> = [
    [
      'a body that never ends',
      longDeadlineMs,
      (socket) => {
        socket.write(`${head}\r\n`);
        repeat(socket, 1, 'z'.repeat(10_000));
      },
    ],
    [
      'a body that is sent too slowly',
      mediumDeadlineMs,
      (socket) => {
        socket.write(`${head}content-length: 1000\r\n\r\n`);
        repeat(socket, 50, 'z');
      },
    ],
    [
      'a body that never arrives',
      mediumDeadlineMs,
      (socket) => socket.write(`${head}content-length: 1000\r\n\r\n`),
    ],
    [
      'a truncated body',
      longDeadlineMs,
      (socket) => socket.write(`${head}content-length: 9\r\n\r\nabc`, () => socket.end()),
    ],
    [
      'a body with invalid chunks',
      longDeadlineMs,
      (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\nnonsense\r\n`),
    ],
  ];
  it.each(cases)(
    '%s does not change the outcome, and the connection is closed',
    async (_, deadlineMs, behave) => {
      let closed = false;
      const url = await startRawServer((socket) => {
        socket.on('close', () => {
          closed = true;
        });
        behave(socket);
      });
      const outcome = await post(outbound(), url, deadlineMs);
      expect(outcome).toMatchObject({ kind: 'response', status: 200 });
      expect(outcome.kind === 'response' && outcome.body.length).toBeLessThanOrEqual(16 * 1024);
      await expect.poll(() => closed, { timeout: longDeadlineMs }).toBe(true);
    },
  );

  it('a gzip bomb is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const url = await startRawServer((socket) => {
      socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const outcome = await post(outbound(), url);
    expect(outcome.kind === 'response' && outcome.body.equals(bomb.subarray(0, 16 * 1024))).toBe(true);
  });

  it('a body of exactly the maximum size is read, and the connection is reused', async () => {
    const receiver = await startReceiver(200, {}, 'b'.repeat(16 * 1024));
    const client = outbound();
    for (let i = 0; i < 10; i++) {
      const outcome = await post(client, receiver.url);
      expect(outcome.kind === 'response' && outcome.body.length).toBe(16 * 1024);
    }
    expect(receiver.connections.opened).toBeLessThan(10);
  });

  it('endless bodies do not increase memory usage', async () => {
    const url = await startRawServer((socket) => {
      socket.write(`${head}\r\n`);
      const chunk = Buffer.alloc(1024 * 1024, 'z');
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pour);
      pour();
    });
    const client = outbound();
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 50; i++) expect(await post(client, url)).toMatchObject({ status: 200 });
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
  }, 60_000);
});
