import type { Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import {
  listen,
  longDeadlineMs,
  outbound,
  post,
  shortDeadlineMs,
  startRawServer,
  startReceiver,
} from '../../../test/receivers.ts';
import { createOutbound, loopbackCidrs } from './index.ts';

describe('name resolution', () => {
  it('fails with dns if the name does not resolve', async () => {
    const client = outbound({
      lookup: async () => {
        throw new Error('ENOTFOUND');
      },
    });
    expect(await post(client, 'http://nowhere.example/')).toMatchObject({ kind: 'error', error: 'dns' });
  });

  it('fails with dns if the name has no addresses', async () => {
    const client = outbound({ lookup: async () => [] });
    expect(await post(client, 'http://nothing.example/')).toMatchObject({ kind: 'error', error: 'dns' });
  });

  it('times out if the name server never responds, without delaying other requests', async () => {
    const receiver = await startReceiver(200);
    const client = outbound({
      lookup: (name) =>
        name === 'tarpit.example' ? new Promise(() => undefined) : Promise.resolve(['127.0.0.1']),
    });
    const stuck = Array.from({ length: 20 }, () => post(client, 'http://tarpit.example/', shortDeadlineMs));
    expect(await post(client, `http://fine.example:${receiver.port}/`)).toMatchObject({ status: 200 });
    for (const outcome of await Promise.all(stuck)) expect(outcome).toMatchObject({ error: 'timeout' });
  });

  it('sends nothing if the name resolves after the deadline', async () => {
    const receiver = await startReceiver(200);
    let release: (addresses: string[]) => void = () => undefined;
    const slow = new Promise<string[]>((resolve) => {
      release = resolve;
    });
    const client = outbound({
      lookup: (name) => (name === 'slow.example' ? slow : slow.then(() => ['127.0.0.1'])),
    });
    expect(await post(client, `http://slow.example:${receiver.port}/`, shortDeadlineMs)).toMatchObject({
      error: 'timeout',
    });
    release(['127.0.0.1']);
    await expect.poll(() => receiver.connections.opened, { timeout: longDeadlineMs }).toBe(1);
    // A request on the late connection would arrive before the responses to these.
    for (let i = 0; i < 5; i++) await post(client, `http://next.example:${receiver.port}/`);
    expect(receiver.seen.map(({ headers }) => headers.host?.toString().split(':')[0])).toEqual(
      Array.from({ length: 5 }, () => 'next.example'),
    );
  });

  it('uses the next address if the first one does not respond', async () => {
    const receiver = await startReceiver(200);
    const client = outbound({ lookup: async () => ['127.0.0.99', '127.0.0.1'] });
    const outcome = await post(client, `http://two.example:${receiver.port}/`);
    expect(outcome).toMatchObject({ status: 200 });
    expect(receiver.seen[0]?.headers.host).toBe(`two.example:${receiver.port}`);
  });
});

describe('the guard at connect time', () => {
  it('refuses a name that was public when the URL was checked and is private at connect time', async () => {
    const receiver = await startReceiver(200);
    const addressSets = [['93.184.216.34'], ['127.0.0.1'], ['127.0.0.1']];
    const client = outbound({ allow: [], lookup: async () => addressSets.shift() ?? [] });
    const url = `http://rebind.example:${receiver.port}/`;
    expect(await client.vetUrl(url)).toEqual({ ok: true });
    expect(await post(client, url)).toMatchObject({ kind: 'error', error: 'blocked_address' });
    expect(receiver.connections.opened).toBe(0);
  });

  it('resolves the name once per connection and connects to the address that it checked', async () => {
    const receiver = await startReceiver(200);
    let lookups = 0;
    const client = outbound({ lookup: async () => (++lookups === 1 ? ['127.0.0.1'] : ['10.0.0.1']) });
    const url = `http://once.example:${receiver.port}/`;
    expect(await post(client, url)).toMatchObject({ status: 200 });
    expect(lookups).toBe(1);
  });

  it('refuses a name if any of its addresses is forbidden', async () => {
    const receiver = await startReceiver(200);
    const client = outbound({ lookup: async () => ['127.0.0.1', '10.0.0.1'] });
    expect(await post(client, `http://mixed.example:${receiver.port}/`)).toMatchObject({
      error: 'blocked_address',
    });
    expect(receiver.connections.opened).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0', 'localhost', 'a.localhost.'])(
    'refuses loopback written as %s',
    async (host) => {
      const receiver = await startReceiver(200);
      const client = outbound({ allow: [] });
      expect(await post(client, `http://${host}:${receiver.port}/`)).toMatchObject({
        error: 'blocked_address',
      });
      expect(receiver.connections.opened).toBe(0);
    },
  );

  it('refuses http if the server does not listen on loopback', async () => {
    const receiver = await startReceiver(200);
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
    return { port: await listen(server), cert: pems.cert, seen };
  }
  const lookup = async () => ['127.0.0.1'];

  it('verifies the certificate for the name, and sends the name as SNI without a trailing dot', async () => {
    const receiver = await tlsReceiver('hooks.example');
    const client = outbound({ lookup, ca: [receiver.cert] });
    for (const host of ['hooks.example', 'hooks.example.']) {
      expect(await post(client, `https://${host}:${receiver.port}/`)).toMatchObject({ status: 204 });
      expect(receiver.seen.servername).toBe('hooks.example');
    }
  });

  it('refuses a certificate that is not signed by a trusted authority', async () => {
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

  it('fails with tls if the receiver responds with plain text or closes during the handshake', async () => {
    const plain = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await post(outbound(), plain.replace('http:', 'https:'))).toMatchObject({ error: 'tls' });
    const resetting = await startRawServer((socket) => socket.resetAndDestroy());
    expect(await post(outbound(), resetting.replace('http:', 'https:'))).toMatchObject({ error: 'tls' });
  });

  it('times out if the handshake never ends', async () => {
    const silent = await startRawServer(() => undefined);
    expect(await post(outbound(), silent.replace('http:', 'https:'), shortDeadlineMs)).toMatchObject({
      error: 'timeout',
    });
  });
});

describe('closing', () => {
  it('waits for requests in flight and refuses new ones', async () => {
    const sockets: Socket[] = [];
    const url = await startRawServer((socket) => sockets.push(socket));
    const client = createOutbound({ allow: loopbackCidrs, allowHttp: true });
    const sent = post(client, url);
    await expect.poll(() => sockets.length, { timeout: longDeadlineMs }).toBe(1);
    const closed = client.close();
    sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    expect(await sent).toMatchObject({ status: 200 });
    await closed;
    await expect(post(client, url)).rejects.toThrow('closed');
  });
});
