import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  ])('accepts %s', async (url) => {
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
  ])('refuses %j', async (url) => {
    expect(await vetUrl(url, publicServer, isPublic)).toMatchObject({ ok: false });
  });

  it.each([
    'https://example.com:0/',
    'https://example.com:99999/',
    'https://example.com:65536',
    'https://[2606:4700:4700::1111]:70000/hook',
  ])('refuses a URL with the valid range of ports: %s', async (url) => {
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
  ])('refuses every notation of a forbidden address: %s', async (url) => {
    expect(await vetUrl(url, publicServer, unknown)).toMatchObject({
      ok: false,
      message: expect.stringContaining('private or reserved'),
    });
  });

  it('a submitted URL may use http and loopback if the server listens on loopback', async () => {
    for (const url of ['http://127.0.0.1:4000/hook', 'http://localhost:4000/', 'http://2130706433/']) {
      expect(await vetUrl(url, loopbackServer, resolvingTo('127.0.0.1', '::1')), url).toEqual({ ok: true });
    }
    expect(await vetUrl('http://10.0.0.1/', loopbackServer, unknown)).toMatchObject({ ok: false });
  });

  it('refuses a URL if one of several addresses of its name is forbidden', async () => {
    const mixed = resolvingTo('93.184.216.34', '10.0.0.1');
    expect(await vetUrl('https://mixed.example/', publicServer, mixed)).toMatchObject({ ok: false });
    const loopback = resolvingTo('127.0.0.1');
    expect(await vetUrl('https://localhost./', publicServer, loopback)).toMatchObject({ ok: false });
  });

  it('accepts a URL whose name does not resolve', async () => {
    expect(await vetUrl('https://not-yet.example/', publicServer, unknown)).toEqual({ ok: true });
  });
});

describe('a name server that is slow', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const respondingAfter =
    (ms: number): Lookup =>
    () =>
      new Promise((resolve) => setTimeout(resolve, ms, ['10.0.0.1']));

  it.each([
    ['refuses a forbidden address that it returns after 1,999 ms', 1_999, false],
    ['accepts the URL after two seconds without a response', 2_001, true],
  ])('%s', async (_, ms, ok) => {
    const decision = vetUrl('https://slow.example/', publicServer, respondingAfter(ms));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await decision).toMatchObject({ ok });
  });
});

describe('the message for a refused URL', () => {
  it.each([
    ['https://example.com/a b', publicServer, 'Must not contain spaces or control characters.'],
    ['example.com', publicServer, 'Must be an absolute URL.'],
    ['https://[::1', publicServer, 'Must be an absolute URL.'],
    ['https://exa^mple.com:65535/', publicServer, 'Must be an absolute URL.'],
    ['1https://example.com:70000/', publicServer, 'Must be an absolute URL.'],
    ['http://example.com', publicServer, 'Must be an https URL.'],
    ['ftp://example.com', loopbackServer, 'Must be an http or https URL.'],
    ['https://ada@example.com', publicServer, 'Must not contain credentials.'],
    ['https://:secret@example.com', publicServer, 'Must not contain credentials.'],
    [`https://example.com/${'a'.repeat(2029)}`, publicServer, 'Must be at most 2048 characters.'],
    [`https://example.com/${'ä'.repeat(400)}`, publicServer, 'Must be at most 2048 characters.'],
  ])('names the reason: %s', async (url, policy, message) => {
    expect(await vetUrl(url, policy, isPublic)).toEqual({ ok: false, message });
  });

  it('gives no message for a URL of exactly the maximum length', async () => {
    expect(await vetUrl(`https://example.com/${'a'.repeat(2028)}`, publicServer, isPublic)).toEqual({
      ok: true,
    });
  });

  it('gives no message for an IP address, without a lookup', async () => {
    expect(await vetUrl('https://8.8.8.8/', publicServer, unknown)).toEqual({ ok: true });
  });
});
