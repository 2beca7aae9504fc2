import { describe, expect, it } from 'vitest';
import { loopbackCidrs } from '../../foundation/cidr.ts';
import type { Lookup } from './resolver.ts';
import { vetUrl } from './url-rules.ts';

const publicServer = { allow: [], allowHttp: false };
const loopbackServer = { allow: loopbackCidrs, allowHttp: true };
const resolvingTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses;
const unknown: Lookup = async () => {
  throw new Error('ENOTFOUND');
};
const isPublic = resolvingTo('93.184.216.34', '2606:2800:220:1::1');

describe('a submitted URL', () => {
  it.each([
    'https://example.com',
    'https://example.com:8443/hook?a=b#c',
    'https://exämple.com/',
    'https://example.com./hook',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('is accepted: %s', async (url) => {
    expect(await vetUrl(url, publicServer, isPublic)).toEqual({ ok: true });
  });

  it.each([
    '',
    'example.com',
    '/hook',
    'https://',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://example.com/',
    'https://user@example.com/',
    'https://:secret@example.com/',
    ' https://example.com/',
    'https://example.com/a b',
    'https://exam\tple.com/',
    'https://example.com/\r\nX-A: b',
    'https://example.com:99999/',
    `https://example.com/${'a'.repeat(2048)}`,
    `https://example.com/${'é'.repeat(1000)}`,
  ])('is refused: %j', async (url) => {
    expect(await vetUrl(url, publicServer, isPublic)).toMatchObject({ ok: false });
  });

  it.each([
    'https://example.com:0/',
    'https://example.com:99999/',
    'https://example.com:65536',
    'https://[2606:4700:4700::1111]:70000/hook',
  ])('is refused with the valid range of ports: %s', async (url) => {
    expect(await vetUrl(url, publicServer, isPublic)).toEqual({
      ok: false,
      message: 'Use a port from 1 to 65535.',
    });
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
  ])('is refused in every notation of a forbidden address: %s', async (url) => {
    expect(await vetUrl(url, publicServer, unknown)).toMatchObject({
      ok: false,
      message: expect.stringContaining('private or reserved'),
    });
  });

  it('may use http and loopback if the server listens on loopback', async () => {
    for (const url of ['http://127.0.0.1:4000/hook', 'http://localhost:4000/', 'http://2130706433/']) {
      expect(await vetUrl(url, loopbackServer, resolvingTo('127.0.0.1', '::1')), url).toEqual({ ok: true });
    }
    expect(await vetUrl('http://10.0.0.1/', loopbackServer, unknown)).toMatchObject({ ok: false });
  });

  it('is refused if one of several addresses of its name is forbidden', async () => {
    const mixed = resolvingTo('93.184.216.34', '10.0.0.1');
    expect(await vetUrl('https://mixed.example/', publicServer, mixed)).toMatchObject({ ok: false });
    const loopback = resolvingTo('127.0.0.1');
    expect(await vetUrl('https://localhost./', publicServer, loopback)).toMatchObject({ ok: false });
  });

  it('is accepted if its name does not resolve', async () => {
    expect(await vetUrl('https://not-yet.example/', publicServer, unknown)).toEqual({ ok: true });
  });

  it('is accepted if its name server does not respond', async () => {
    const silent: Lookup = () => new Promise(() => undefined);
    expect(await vetUrl('https://silent.example/', publicServer, silent)).toEqual({ ok: true });
  }, 30_000);
});

describe('the message for a refused URL', () => {
  it.each([
    ['https://example.com/a b', publicServer, 'Must not contain spaces or control characters.'],
    ['example.com', publicServer, 'Must be an absolute URL.'],
    ['http://example.com', publicServer, 'Must be an https URL.'],
    ['ftp://example.com', loopbackServer, 'Must be an http or https URL.'],
    ['https://ada@example.com', publicServer, 'Must not contain credentials.'],
    ['https://:secret@example.com', publicServer, 'Must not contain credentials.'],
    [`https://example.com/${'a'.repeat(2029)}`, publicServer, 'Must be at most 2048 characters.'],
    [`https://example.com/${'ä'.repeat(400)}`, publicServer, 'Must be at most 2048 characters.'],
  ])('names the reason: %s', async (url, policy, message) => {
    expect(await vetUrl(url, policy, isPublic)).toEqual({ ok: false, message });
  });

  it('is absent for a URL of exactly the maximum length', async () => {
    expect(await vetUrl(`https://example.com/${'a'.repeat(2028)}`, publicServer, isPublic)).toEqual({
      ok: true,
    });
  });

  it('is absent for an IP address, without a lookup', async () => {
    expect(await vetUrl('https://8.8.8.8/', publicServer, unknown)).toEqual({ ok: true });
  });
});
