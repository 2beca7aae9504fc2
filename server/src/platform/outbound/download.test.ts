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
  it('brings the file as a stream, with what is known about it', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '5' }).end('hello'),
    );
    const download = await outbound().download({ url: `${url}/a.txt`, ...limits });
    expect(download).toMatchObject({ kind: 'stream', contentType: 'text/plain', sizeBytes: 5 });
    expect((await contentOf(download)).toString()).toBe('hello');
  });

  it('ends when the sender stays below the minimum speed, although it never falls silent', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const slow = { ...limits, minBytesPerSecond: 64 * 1024, speedWindowMs: 100 };
    await expect(contentOf(await outbound().download({ url, ...slow }))).rejects.toMatchObject({
      word: 'too_slow',
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

  it('refuses a file that says it is too large, before reading it', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-length': '9999999' }).write('x'),
    );
    expect(await outbound().download({ url, ...limits })).toMatchObject({ error: 'too_large' });
  });

  it('breaks off a file that turns out too large', async () => {
    const url = await serve((_, response) => {
      for (let i = 0; i < 100; i++) response.write(Buffer.alloc(64 * 1024));
      response.end();
    });
    const download = await outbound().download({ url, ...limits });
    await expect(contentOf(download)).rejects.toMatchObject({ word: 'too_large' });
  });

  it('fails when the file is cut short', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('abc', () => response.destroy());
    });
    const download = await outbound().download({ url, ...limits });
    await expect(contentOf(download)).rejects.toMatchObject({ word: 'connection' });
  });

  it('fails when the sender falls silent', async () => {
    const url = await serve((_, response) => response.writeHead(200).write('abc'));
    const download = await outbound().download({ url, ...limits, idleMs: 3_000 });
    await expect(contentOf(download)).rejects.toMatchObject({ word: 'timeout' });
  });

  it('fails at the deadline however lively the sender is', async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write('z'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const download = await outbound().download({ url, ...limits, deadlineMs: 3_000 });
    await expect(contentOf(download)).rejects.toMatchObject({ word: 'timeout' });
  });

  it('fails at the deadline when no answer comes', async () => {
    const url = await serve(() => undefined);
    expect(await outbound().download({ url, ...limits, deadlineMs: 300 })).toMatchObject({
      error: 'timeout',
    });
  });

  it('tells a status that is not a file', async () => {
    const url = await serve((_, response) => response.writeHead(404).end('gone'));
    expect(await outbound().download({ url, ...limits })).toMatchObject({
      error: 'http_status',
      status: 404,
    });
  });

  it('is broken off by closing the client', async () => {
    const url = await serve((_, response) => response.writeHead(200).write('abc'));
    const client = createOutbound({ allow: loopbackCidrs, allowHttp: true });
    const content = contentOf(await client.download({ url, ...limits }));
    const broken = expect(content).rejects.toMatchObject({ word: 'connection' });
    await client.close();
    await broken;
  });
});
