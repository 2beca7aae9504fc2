import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound, type Download, loopbackCidrs, type OutboundOptions } from './index.ts';

const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function outbound(options: Partial<OutboundOptions> = {}) {
  const client = createOutbound({ allow: loopbackCidrs, allowHttp: true, ...options });
  cleanups.push(() => client.close());
  return client;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limits = { deadlineMs: 30_000, idleMs: 30_000, maxBytes: 1024 * 1024 };
const contentOf = async (download: Download) => {
  if (download.kind === 'error') throw new Error(`refused: ${download.error}`);
  return buffer(download.body);
};

describe('a download', () => {
  it('returns the file as a stream, with its type and size', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '5' }).end('hello'),
    );
    const download = await outbound().download({ url: `${url}/a.txt`, ...limits });
    expect(download).toMatchObject({ kind: 'stream', contentType: 'text/plain', sizeBytes: 5 });
    expect((await contentOf(download)).toString()).toBe('hello');
  });

  it('fails when the sender stays below the minimum speed, although it never pauses', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const slow = { ...limits, minBytesPerSecond: 64 * 1024, speedWindowMs: 100 };
    await expect(contentOf(await outbound().download({ url, ...slow }))).rejects.toMatchObject({
      code: 'too_slow',
    });
  });

  it('follows up to three redirects', async () => {
    const url = await serve((request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 0) response.end('found');
      else response.writeHead(302, { location: `/${hop - 1}` }).end();
    });
    const client = outbound();
    const found = await client.download({ url: `${url}/3`, ...limits });
    expect(found).toMatchObject({ kind: 'stream', url: `${url}/0` });
    expect((await contentOf(found)).toString()).toBe('found');
    expect(await client.download({ url: `${url}/4`, ...limits })).toMatchObject({ error: 'redirect' });
  });

  it.each([
    ['http://10.0.0.1/secret', 'blocked_address'],
    ['http://private.example/secret', 'blocked_address'],
    ['file:///etc/passwd', 'blocked_address'],
    ['http://user:pass@127.0.0.1/', 'blocked_address'],
    ['http://[', 'redirect'],
  ])('does not follow a redirect to %s', async (location, error) => {
    const url = await serve((_, response) => response.writeHead(307, { location }).end());
    const client = outbound({ lookup: async () => ['192.168.0.1'] });
    expect(await client.download({ url, ...limits })).toMatchObject({ kind: 'error', error });
  });

  it('refuses a file whose Content-Length is too large, before reading it', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-length': '9999999' }).write('x'),
    );
    expect(await outbound().download({ url, ...limits })).toMatchObject({ error: 'too_large' });
  });

  it('fails when the file exceeds the limit while it is read', async () => {
    const url = await serve((_, response) => {
      for (let i = 0; i < 100; i++) response.write(Buffer.alloc(64 * 1024));
      response.end();
    });
    const download = await outbound().download({ url, ...limits });
    await expect(contentOf(download)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('fails when the connection closes before the end of the file', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('abc', () => response.destroy());
    });
    const download = await outbound().download({ url, ...limits });
    await expect(contentOf(download)).rejects.toMatchObject({ code: 'connection' });
  });

  it('fails when the sender stops sending', async () => {
    const url = await serve((_, response) => response.writeHead(200).write('abc'));
    const download = await outbound().download({ url, ...limits, idleMs: 3_000 });
    await expect(contentOf(download)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('fails at the deadline while the sender is still sending', async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write('z'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const download = await outbound().download({ url, ...limits, deadlineMs: 3_000 });
    await expect(contentOf(download)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('fails at the deadline when the server does not respond', async () => {
    const url = await serve(() => undefined);
    expect(await outbound().download({ url, ...limits, deadlineMs: 300 })).toMatchObject({
      error: 'timeout',
    });
  });

  it('returns the status if it is not 200', async () => {
    const url = await serve((_, response) => response.writeHead(404).end('gone'));
    expect(await outbound().download({ url, ...limits })).toMatchObject({
      error: 'http_status',
      status: 404,
    });
  });

  it('fails when the client is closed', async () => {
    const url = await serve((_, response) => response.writeHead(200).write('abc'));
    const client = createOutbound({ allow: loopbackCidrs, allowHttp: true });
    const content = contentOf(await client.download({ url, ...limits }));
    const failed = expect(content).rejects.toMatchObject({ code: 'connection' });
    await client.close();
    await failed;
  });
});
