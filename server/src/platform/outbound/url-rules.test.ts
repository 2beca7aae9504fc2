import { describe, expect, it } from 'vitest';
import { loopbackCidrs } from './cidr.ts';
import type { Lookup } from './resolver.ts';
import { vetUrl } from './url-rules.ts';

const abroad = { allow: [], allowHttp: false };
const atHome = { allow: loopbackCidrs, allowHttp: true };
const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses;
const unknown: Lookup = async () => {
  throw new Error('ENOTFOUND');
};
const isPublic = answering('93.184.216.34', '2606:2800:220:1::1');

describe('a URL that is handed in', () => {
  it.each([
    'https://example.com',
    'https://example.com:8443/hook?a=b#c',
    'https://exämple.com/',
    'https://example.com./hook',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('is accepted: %s', async (url) => {
    expect(await vetUrl(url, abroad, isPublic)).toEqual({ ok: true });
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
    expect(await vetUrl(url, abroad, isPublic)).toMatchObject({ ok: false });
  });

  it.each([
    'https://example.com:0/',
    'https://example.com:99999/',
    'https://example.com:65536',
    'https://[2606:4700:4700::1111]:70000/hook',
  ])('with a port beyond the range is refused by naming the range: %s', async (url) => {
    expect(await vetUrl(url, abroad, isPublic)).toEqual({
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
  ])('is refused as a forbidden address in disguise: %s', async (url) => {
    expect(await vetUrl(url, abroad, unknown)).toMatchObject({
      ok: false,
      message: expect.stringContaining('private or reserved'),
    });
  });

  it('may be http, and point to loopback, while the server itself listens on loopback', async () => {
    for (const url of ['http://127.0.0.1:4000/hook', 'http://localhost:4000/', 'http://2130706433/']) {
      expect(await vetUrl(url, atHome, answering('127.0.0.1', '::1')), url).toEqual({ ok: true });
    }
    expect(await vetUrl('http://10.0.0.1/', atHome, unknown)).toMatchObject({ ok: false });
  });

  it('is refused when one of several addresses of its name is forbidden', async () => {
    const mixed = answering('93.184.216.34', '10.0.0.1');
    expect(await vetUrl('https://mixed.example/', abroad, mixed)).toMatchObject({ ok: false });
    const loopback = answering('127.0.0.1');
    expect(await vetUrl('https://localhost./', abroad, loopback)).toMatchObject({ ok: false });
  });

  it('is accepted when its name does not resolve', async () => {
    expect(await vetUrl('https://not-yet.example/', abroad, unknown)).toEqual({ ok: true });
  });

  it('is accepted when its name server does not answer', async () => {
    const silent: Lookup = () => new Promise(() => undefined);
    expect(await vetUrl('https://silent.example/', abroad, silent)).toEqual({ ok: true });
  }, 30_000);
});

describe('the reason for which a URL is refused', () => {
  it.each([
    ['https://example.com/a b', abroad, 'Must not contain spaces or control characters.'],
    ['example.com', abroad, 'Must be an absolute URL.'],
    ['http://example.com', abroad, 'Must be an https URL.'],
    ['ftp://example.com', atHome, 'Must be an http or https URL.'],
    ['https://ada@example.com', abroad, 'Must not contain credentials.'],
    ['https://:secret@example.com', abroad, 'Must not contain credentials.'],
    [`https://example.com/${'a'.repeat(2029)}`, abroad, 'Must be at most 2048 characters.'],
    [`https://example.com/${'ä'.repeat(400)}`, abroad, 'Must be at most 2048 characters.'],
  ])('is told: %s', async (url, policy, message) => {
    expect(await vetUrl(url, policy, isPublic)).toEqual({ ok: false, message });
  });

  it('is not its length when it has just as many characters as allowed', async () => {
    expect(await vetUrl(`https://example.com/${'a'.repeat(2028)}`, abroad, isPublic)).toEqual({ ok: true });
  });

  it('is not the lookup of a name when its host is an address', async () => {
    expect(await vetUrl('https://8.8.8.8/', abroad, unknown)).toEqual({ ok: true });
  });
});
