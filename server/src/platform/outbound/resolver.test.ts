import { createSocket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutbound } from './index.ts';
import { createSystemLookup } from './resolver.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosts-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the system lookup', () => {
  it('resolves localhost without a name server', async () => {
    const lookup = createSystemLookup({ hostsFile: join(folder, 'absent') });
    for (const name of ['localhost', 'LOCALHOST.', 'app.localhost']) {
      expect(await lookup(name)).toEqual(['127.0.0.1', '::1']);
    }
  });

  it('reads the hosts file with comments and aliases', async () => {
    const hostsFile = join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# 9.9.9.9 box\n10.0.0.7\tbox.lan  Box # the box\nfd00::7 box\nnonsense box\n',
    );
    const lookup = createSystemLookup({ hostsFile });
    expect(await lookup('box')).toEqual(['10.0.0.7', 'fd00::7']);
    expect(await lookup('BOX.lan.')).toEqual(['10.0.0.7']);
  });

  it('refuses an invalid name without a query', async () => {
    const lookup = createSystemLookup();
    await expect(lookup('.')).rejects.toThrow('not a host name');
    await expect(lookup(`${'a'.repeat(254)}`)).rejects.toThrow('not a host name');
  });
});

describe('a name server', () => {
  const closers: Array<() => void> = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  /** A real name server on a UDP socket. `null` means no response; an empty list means "no such record". */
  async function nameServer(
    queryTimeoutMs: number,
    respond: (name: string, type: 'A' | 'AAAA') => string[] | null,
  ) {
    const socket = createSocket('udp4');
    socket.on('message', (query, peer) => {
      const end = query.indexOf(0, 12) + 1;
      const labels: string[] = [];
      for (let at = 12; query[at]; at += (query[at] ?? 0) + 1) {
        labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
      }
      const type = query.readUInt16BE(end) === 28 ? 'AAAA' : 'A';
      const addresses = respond(labels.join('.'), type);
      if (!addresses) return;
      const header = Buffer.alloc(12);
      query.copy(header, 0, 0, 2);
      header.writeUInt16BE(0x8180, 2);
      header.writeUInt16BE(1, 4);
      header.writeUInt16BE(addresses.length, 6);
      const records = addresses.map((address) => {
        const bytes =
          type === 'A'
            ? Buffer.from(address.split('.').map(Number))
            : Buffer.from(address.replaceAll(':', ''), 'hex');
        const head = Buffer.from([0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
        return Buffer.concat([head, bytes]);
      });
      socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...records]), peer.port, peer.address);
    });
    await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
    closers.push(() => socket.close());
    return createSystemLookup({
      hostsFile: join(folder, 'absent'),
      nameServers: [`127.0.0.1:${socket.address().port}`],
      queryTimeoutMs,
    });
  }
  /** For queries that get a response. */
  const longTimeoutMs = 10_000;
  const full = '2606:2800:0220:0001:0000:0000:0000:0001';

  it('queries a name server for IPv4 and IPv6', async () => {
    const lookup = await nameServer(longTimeoutMs, (_, type) =>
      type === 'A' ? ['93.184.216.34', '1.2.3.4'] : [full],
    );
    expect(await lookup('both.example')).toEqual(['93.184.216.34', '1.2.3.4', '2606:2800:220:1::1']);
  });

  it('a name server may have records of one family only, or not respond about the other', async () => {
    const v4 = await nameServer(longTimeoutMs, (_, type) => (type === 'A' ? ['1.2.3.4'] : []));
    expect(await v4('four.example')).toEqual(['1.2.3.4']);
    const v6 = await nameServer(longTimeoutMs, (_, type) => (type === 'A' ? null : [full]));
    expect(await v6('six.example')).toEqual(['2606:2800:220:1::1']);
  });

  it('fails the lookup if a name server never responds', async () => {
    const lookup = await nameServer(300, () => null);
    await expect(lookup('silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  }, 30_000);

  it('refuses a name server that returns a public address for the check and a private one at connect time', async () => {
    let queries = 0;
    const lookup = await nameServer(longTimeoutMs, (_, type) => {
      if (type === 'AAAA') return [];
      return ++queries === 1 ? ['93.184.216.34'] : ['127.0.0.1'];
    });
    const outbound = createOutbound({ allow: [], allowHttp: false, lookup });
    const url = 'https://rebind.example/';
    expect(await outbound.vetUrl(url)).toEqual({ ok: true });
    const sent = await outbound.send({
      method: 'POST',
      url,
      headers: {},
      deadlineMs: 20_000,
      maxResponseBytes: 1024,
    });
    expect(sent).toMatchObject({ kind: 'error', error: 'blocked_address' });
    expect(queries).toBe(2);
    await outbound.close();
  });
});
