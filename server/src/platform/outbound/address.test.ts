import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cidr, loopbackCidrs } from '../../foundation/cidr.ts';
import { isForbiddenAddress } from './address.ts';

const forbidden: Record<string, string[]> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::', '::0', '0:0:0:0:0:0:0:0'],
  loopback: ['127.0.0.1', '127.0.0.0', '127.255.255.255', '127.1.2.3', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'metadata outside the registry': ['168.63.129.16', 'fd00:ec2::254', '192.0.0.192'],
  'unique local': ['fc00::', 'fd12:3456::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'site-local': ['fec0::1', 'feff::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff00::', 'ff02::1', 'ffff::1'],
  broadcast: ['255.255.255.255'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.255', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  benchmark: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  reserved: ['192.0.0.1', '192.88.99.1', '240.0.0.1', '254.1.1.1', '100::1', '5f00::1', '4000::1', '8000::1'],
  'IPv4-mapped': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:10.0.0.1',
    '0:0:0:0:0:ffff:169.254.169.254',
    '::ffff:0.0.0.0',
  ],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::10.0.0.1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1', '2002:a9fe:a9fe::'],
  'NAT64, well-known prefix': ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::169.254.169.254'],
  'NAT64, local-use prefix': ['64:ff9b:1::127.0.0.1', '64:ff9b:1:a00:0:100::', '64:ff9b:1::8.8.8.8'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0:7f00:1::'],
  ISATAP: ['2a00:1450::5efe:127.0.0.1', '2a00:1450::200:5efe:a00:1', 'fe80::5efe:192.168.0.1'],
  ORCHID: ['2001:10::1', '2001:20::1'],
  'not an address': [
    '',
    'localhost',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f000001',
    '1.2.3.4.5',
    '[::1]',
  ],
};

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '2001:4860:4860::8888',
  '2003::1',
  '3ffe::1',
];

describe('the address table', () => {
  for (const [kind, addresses] of Object.entries(forbidden)) {
    it.each(addresses)(`refuses ${kind}: %s`, (address) => {
      expect(isForbiddenAddress(address, [])).toBe(true);
    });
  }

  it.each(open)('allows the public address %s', (address) => {
    expect(isForbiddenAddress(address, [])).toBe(false);
  });

  it('treats an IPv4-mapped and a NAT64 address like the IPv4 address inside', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const expected = isForbiddenAddress(ip, []);
        expect(isForbiddenAddress(`::ffff:${ip}`, [])).toBe(expected);
        expect(isForbiddenAddress(`64:ff9b::${ip}`, [])).toBe(expected);
      }),
    );
  });

  it('refuses every tunnel format, whatever address it contains', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const form of [`2002:${hex}::1`, `2001:0:${hex}::`, `64:ff9b:1::${ip}`, `2a00::5efe:${hex}`]) {
          expect(isForbiddenAddress(form, []), form).toBe(true);
        }
      }),
    );
  });

  it('never throws for arbitrary text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.webAuthority()), (text) => {
        expect(typeof isForbiddenAddress(text, [])).toBe('boolean');
      }),
    );
  });
});

describe('OUTBOUND_ALLOW', () => {
  it('allows exactly the blocks that it lists', () => {
    const allow = [cidr('10.1.0.0/16'), cidr('fd00::/8')];
    expect(isForbiddenAddress('10.1.255.255', allow)).toBe(false);
    expect(isForbiddenAddress('::ffff:10.1.0.1', allow)).toBe(false);
    expect(isForbiddenAddress('fd00::1', allow)).toBe(false);
    expect(isForbiddenAddress('10.2.0.0', allow)).toBe(true);
    expect(isForbiddenAddress('fc00::1', allow)).toBe(true);
    expect(isForbiddenAddress('127.0.0.1', allow)).toBe(true);
    expect(isForbiddenAddress('64:ff9b::10.1.0.1', allow)).toBe(true);
  });

  it('allows loopback only, with the default of a server on loopback', () => {
    for (const ip of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
      expect(isForbiddenAddress(ip, loopbackCidrs), ip).toBe(false);
    }
    for (const ip of ['0.0.0.0', '::', '10.0.0.1', '::127.0.0.1']) {
      expect(isForbiddenAddress(ip, loopbackCidrs), ip).toBe(true);
    }
  });

  it('treats an IPv4-mapped block like the IPv4 block', () => {
    expect(isForbiddenAddress('10.9.9.9', [cidr('::ffff:10.0.0.0/104')])).toBe(false);
  });
});
