import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound, loopbackCidrs, type Outbound, type OutboundOptions } from './index.ts';

// Long enough to be reached only by what never ends; a fast answer is far below it on any machine.
const patient = 20_000;
const short = 400;

const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function outbound(options: Partial<OutboundOptions> = {}): Outbound {
  const client = createOutbound({ allow: loopbackCidrs, allowHttp: true, ...options });
  cleanups.push(() => client.close());
  return client;
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A server that speaks bytes, not HTTP: `behave` runs when the request has begun to arrive. */
async function raw(behave: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => socket.once('data', () => behave(socket)));
  return `http://127.0.0.1:${await listening(server)}/hook`;
}

async function answering(status: number, headers: Record<string, string> = {}, body = 'ok') {
  const seen: Array<{
    method?: string;
    url?: string;
    headers: NodeJS.Dict<string | string[]>;
    body: string;
  }> = [];
  const connections = { opened: 0 };
  const server = createHttpServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    seen.push({ method: request.method, url: request.url, headers: request.headers, body: text });
    response.writeHead(status, headers).end(body);
  });
  server.on('connection', () => connections.opened++);
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}/hook`, port, seen, connections };
}

const post = (client: Outbound, url: string, deadlineMs = patient) =>
  client.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"a":1}'),
    deadlineMs,
    maxResponseBytes: 16 * 1024,
  });

const repeat = (socket: Socket, everyMs: number, text: string) => {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
};

describe('a request that is sent', () => {
  it('arrives as it was given and brings the answer back', async () => {
    const receiver = await answering(202, { 'retry-after': '7', 'x-other': 'y' }, 'thanks');
    const outcome = await post(outbound(), `${receiver.url}?q=1`);
    expect(outcome).toMatchObject({ kind: 'response', status: 202, headers: { 'retry-after': '7' } });
    expect(outcome.kind === 'response' && outcome.body.toString()).toBe('thanks');
    expect(receiver.seen).toEqual([
      expect.objectContaining({ method: 'POST', url: '/hook?q=1', body: '{"a":1}' }),
    ]);
    expect(receiver.seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('reuses a connection', async () => {
    const receiver = await answering(200);
    const client = outbound();
    for (let i = 0; i < 20; i++) expect(await post(client, receiver.url)).toMatchObject({ status: 200 });
    expect(receiver.seen).toHaveLength(20);
    expect(receiver.connections.opened).toBeLessThan(20);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    const target = await answering(200);
    const receiver = await answering(status, { location: target.url });
    expect(await post(outbound(), receiver.url)).toMatchObject({ kind: 'response', status });
    expect(target.seen).toHaveLength(0);
  });

  it('is not sent a second time when a kept connection turns out to be dead', async () => {
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
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const client = outbound();
    let sent = 1;
    let outcome = await post(client, url);
    // The first few may each open a connection; as soon as one is reused, it breaks.
    for (; outcome.kind === 'response' && sent < 50; sent++) outcome = await post(client, url);
    expect(outcome).toMatchObject({ kind: 'error', error: 'connection' });
    expect(requests).toBe(sent);
  });

  it('goes over a new connection when the receiver has closed the idle one', async () => {
    let closed = 0;
    const server = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
      socket.on('close', () => closed++);
    });
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const client = outbound();
    for (let i = 1; i <= 5; i++) {
      expect(await post(client, url)).toMatchObject({ kind: 'response', status: 200 });
      await expect.poll(() => closed, { timeout: patient }).toBe(i);
    }
  });

  it('rejects when the caller breaks it off, and then closes the connection', async () => {
    let closed = false;
    const abort = new AbortController();
    const url = await raw((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      abort.abort(new Error('shutting down'));
    });
    const sent = outbound().send({
      method: 'POST',
      url,
      headers: {},
      deadlineMs: patient,
      maxResponseBytes: 1024,
      signal: abort.signal,
    });
    await expect(sent).rejects.toThrow('shutting down');
    await expect.poll(() => closed, { timeout: patient }).toBe(true);
  });
});

describe('a receiver that misbehaves before its status', () => {
  const cases: Array<[string, string, number, (socket: Socket) => void]> = [
    ['never answers', 'timeout', short, () => undefined],
    [
      'drips its headers',
      'timeout',
      short,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        repeat(socket, 20, 'x-drip: 1\r\n');
      },
    ],
    [
      'drips its status line',
      'timeout',
      short,
      (socket) => {
        socket.write('HTTP/1.1 200 ');
        repeat(socket, 20, 'O');
      },
    ],
    [
      'sends interim answers for ever',
      'timeout',
      short,
      (socket) => repeat(socket, 20, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    ],
    [
      'sends headers without end',
      'connection',
      patient,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        repeat(socket, 1, `x-many: ${'y'.repeat(4000)}\r\n`);
      },
    ],
    ['resets', 'connection', patient, (socket) => socket.resetAndDestroy()],
    ['closes without a word', 'connection', patient, (socket) => socket.end()],
    ['breaks off in the headers', 'connection', patient, (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: ')],
    ['speaks another protocol', 'connection', patient, (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['answers garbage', 'connection', patient, (socket) => socket.end(Buffer.alloc(4096, 0xfe))],
    [
      'upgrades unasked',
      'connection',
      patient,
      (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    ],
  ];
  it.each(cases)('%s: %s', async (_, error, deadlineMs, behave) => {
    let closed = false;
    const url = await raw((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      behave(socket);
    });
    expect(await post(outbound(), url, deadlineMs)).toMatchObject({ kind: 'error', error });
    await expect.poll(() => closed, { timeout: patient }).toBe(true);
  });

  it('is told apart from one that is not there', async () => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((done) => server.close(done));
    expect(await post(outbound(), `http://127.0.0.1:${port}/`)).toMatchObject({ error: 'connection' });
  });
});

describe('once the status is there', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  const cases: Array<[string, number, (socket: Socket) => void]> = [
    [
      'a body that never ends',
      patient,
      (socket) => {
        socket.write(`${head}\r\n`);
        repeat(socket, 1, 'z'.repeat(10_000));
      },
    ],
    [
      'a body that drips',
      short,
      (socket) => {
        socket.write(`${head}content-length: 1000\r\n\r\n`);
        repeat(socket, 50, 'z');
      },
    ],
    ['a body that never comes', short, (socket) => socket.write(`${head}content-length: 1000\r\n\r\n`)],
    [
      'a body cut short',
      patient,
      (socket) => socket.write(`${head}content-length: 9\r\n\r\nabc`, () => socket.end()),
    ],
    [
      'a body with broken chunks',
      patient,
      (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\nnonsense\r\n`),
    ],
  ];
  it.each(cases)('%s changes nothing, and the connection is closed', async (_, deadlineMs, behave) => {
    let closed = false;
    const url = await raw((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      behave(socket);
    });
    const outcome = await post(outbound(), url, deadlineMs);
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(outcome.kind === 'response' && outcome.body.length).toBeLessThanOrEqual(16 * 1024);
    await expect.poll(() => closed, { timeout: patient }).toBe(true);
  });

  it('a gzip bomb stays packed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const url = await raw((socket) => {
      socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const outcome = await post(outbound(), url);
    expect(outcome.kind === 'response' && outcome.body.equals(bomb.subarray(0, 16 * 1024))).toBe(true);
  });

  it('exactly as much as may be read is read, and the connection lives on', async () => {
    const receiver = await answering(200, {}, 'b'.repeat(16 * 1024));
    const client = outbound();
    for (let i = 0; i < 10; i++) {
      const outcome = await post(client, receiver.url);
      expect(outcome.kind === 'response' && outcome.body.length).toBe(16 * 1024);
    }
    expect(receiver.connections.opened).toBeLessThan(10);
  });

  it('memory stays flat under bodies without end', async () => {
    const url = await raw((socket) => {
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

describe('names', () => {
  it('that do not resolve are dns', async () => {
    const client = outbound({
      lookup: async () => {
        throw new Error('ENOTFOUND');
      },
    });
    expect(await post(client, 'http://nowhere.example/')).toMatchObject({ kind: 'error', error: 'dns' });
  });

  it('that resolve to nothing are dns', async () => {
    const client = outbound({ lookup: async () => [] });
    expect(await post(client, 'http://nothing.example/')).toMatchObject({ kind: 'error', error: 'dns' });
  });

  it('whose name server never answers are a time-out, and hold up nobody else', async () => {
    const receiver = await answering(200);
    const client = outbound({
      lookup: (name) =>
        name === 'tarpit.example' ? new Promise(() => undefined) : Promise.resolve(['127.0.0.1']),
    });
    const stuck = Array.from({ length: 20 }, () => post(client, 'http://tarpit.example/', short));
    expect(await post(client, `http://fine.example:${receiver.port}/`)).toMatchObject({ status: 200 });
    for (const outcome of await Promise.all(stuck)) expect(outcome).toMatchObject({ error: 'timeout' });
  });

  it('that resolve after the deadline send nothing any more', async () => {
    const receiver = await answering(200);
    let release: (addresses: string[]) => void = () => undefined;
    const slow = new Promise<string[]>((resolve) => {
      release = resolve;
    });
    const client = outbound({
      lookup: (name) => (name === 'slow.example' ? slow : slow.then(() => ['127.0.0.1'])),
    });
    expect(await post(client, `http://slow.example:${receiver.port}/`, short)).toMatchObject({
      error: 'timeout',
    });
    release(['127.0.0.1']);
    await expect.poll(() => receiver.connections.opened, { timeout: patient }).toBe(1);
    // What the late connection would have written is there before these are answered.
    for (let i = 0; i < 5; i++) await post(client, `http://next.example:${receiver.port}/`);
    expect(receiver.seen.map(({ headers }) => headers.host?.toString().split(':')[0])).toEqual(
      Array.from({ length: 5 }, () => 'next.example'),
    );
  });

  it('reach the receiver that they resolve to, by the next address when one is dead', async () => {
    const receiver = await answering(200);
    const client = outbound({ lookup: async () => ['127.0.0.99', '127.0.0.1'] });
    const outcome = await post(client, `http://two.example:${receiver.port}/`);
    expect(outcome).toMatchObject({ status: 200 });
    expect(receiver.seen[0]?.headers.host).toBe(`two.example:${receiver.port}`);
  });
});

describe('the guard at connect time', () => {
  it('refuses a name that answered public when it was vetted and private when it is called', async () => {
    const receiver = await answering(200);
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['127.0.0.1']];
    const client = outbound({ allow: [], lookup: async () => answers.shift() ?? [] });
    const url = `http://rebind.example:${receiver.port}/`;
    expect(await client.vetUrl(url)).toEqual({ ok: true });
    expect(await post(client, url)).toMatchObject({ kind: 'error', error: 'blocked_address' });
    expect(receiver.connections.opened).toBe(0);
  });

  it('asks once per connection, and connects to what it vetted', async () => {
    const receiver = await answering(200);
    let asked = 0;
    const client = outbound({ lookup: async () => (++asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']) });
    const url = `http://once.example:${receiver.port}/`;
    expect(await post(client, url)).toMatchObject({ status: 200 });
    expect(asked).toBe(1);
  });

  it('refuses a name if any of its addresses is forbidden', async () => {
    const receiver = await answering(200);
    const client = outbound({ lookup: async () => ['127.0.0.1', '10.0.0.1'] });
    expect(await post(client, `http://mixed.example:${receiver.port}/`)).toMatchObject({
      error: 'blocked_address',
    });
    expect(receiver.connections.opened).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0', 'localhost', 'a.localhost.'])(
    'refuses loopback written as %s',
    async (host) => {
      const receiver = await answering(200);
      const client = outbound({ allow: [] });
      expect(await post(client, `http://${host}:${receiver.port}/`)).toMatchObject({
        error: 'blocked_address',
      });
      expect(receiver.connections.opened).toBe(0);
    },
  );

  it('refuses http once the server no longer listens on loopback', async () => {
    const receiver = await answering(200);
    const client = outbound({ allowHttp: false });
    expect(await post(client, receiver.url)).toMatchObject({ error: 'blocked_address' });
    expect(receiver.seen).toHaveLength(0);
  });
});

describe('TLS', () => {
  async function tlsReceiver(name: string) {
    const pems = await generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
    });
    const seen: { requests: number; servername?: string | false | null } = { requests: 0 };
    const server = createTlsServer({ key: pems.private, cert: pems.cert }, (socket) => {
      seen.servername = socket.servername;
      socket.on('error', () => undefined);
      socket.once('data', () => {
        seen.requests++;
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    server.on('tlsClientError', () => undefined);
    return { port: await listening(server), cert: pems.cert, seen };
  }
  const lookup = async () => ['127.0.0.1'];

  it('is verified against the name, which is also sent as SNI without a trailing dot', async () => {
    const receiver = await tlsReceiver('hooks.example');
    const client = outbound({ lookup, ca: [receiver.cert] });
    for (const host of ['hooks.example', 'hooks.example.']) {
      expect(await post(client, `https://${host}:${receiver.port}/`)).toMatchObject({ status: 204 });
      expect(receiver.seen.servername).toBe('hooks.example');
    }
  });

  it('refuses a certificate that nobody vouches for', async () => {
    const receiver = await tlsReceiver('hooks.example');
    const client = outbound({ lookup });
    expect(await post(client, `https://hooks.example:${receiver.port}/`)).toMatchObject({ error: 'tls' });
    expect(receiver.seen.requests).toBe(0);
  });

  it('refuses the certificate of another host', async () => {
    const receiver = await tlsReceiver('other.example');
    const client = outbound({ lookup, ca: [receiver.cert] });
    for (const host of ['hooks.example', '127.0.0.1']) {
      expect(await post(client, `https://${host}:${receiver.port}/`)).toMatchObject({ error: 'tls' });
    }
    expect(receiver.seen.requests).toBe(0);
  });

  it('calls a receiver that answers the handshake with plain text, or hangs up in it, tls', async () => {
    const plain = await raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await post(outbound(), plain.replace('http:', 'https:'))).toMatchObject({ error: 'tls' });
    const rude = await raw((socket) => socket.resetAndDestroy());
    expect(await post(outbound(), rude.replace('http:', 'https:'))).toMatchObject({ error: 'tls' });
  });

  it('calls a handshake that never ends a time-out', async () => {
    const silent = await raw(() => undefined);
    expect(await post(outbound(), silent.replace('http:', 'https:'), short)).toMatchObject({
      error: 'timeout',
    });
  });
});

describe('closing', () => {
  it('waits for what is being sent, and then refuses', async () => {
    const sockets: Socket[] = [];
    const url = await raw((socket) => sockets.push(socket));
    const client = createOutbound({ allow: loopbackCidrs, allowHttp: true });
    const sent = post(client, url);
    await expect.poll(() => sockets.length, { timeout: patient }).toBe(1);
    const closed = client.close();
    sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    expect(await sent).toMatchObject({ status: 200 });
    await closed;
    await expect(post(client, url)).rejects.toThrow('closed');
  });
});
