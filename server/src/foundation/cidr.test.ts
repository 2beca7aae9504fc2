import { describe, expect, it } from 'vitest';
import { cidr, matchesNetworks, parseCidr } from './cidr.ts';

describe('parseCidr', () => {
  it.each([
    '10.0.0.0/8',
    '10.1.2.3/8',
    '192.168.1.1',
    '0.0.0.0/0',
    'fd00::/8',
    '::1',
    '::/0',
    '::ffff:10.0.0.0/104',
  ])('parses %s', (text) => {
    expect(parseCidr(text)).toBeDefined();
  });

  it('returns the address as a number, and the length of the prefix', () => {
    expect(parseCidr(' 10.1.2.3/8 ')).toEqual({ version: 4, value: 0x0a010203n, prefixLength: 8 });
    expect(parseCidr('192.168.1.1')).toEqual({ version: 4, value: 0xc0a80101n, prefixLength: 32 });
    expect(parseCidr('::1')).toEqual({ version: 6, value: 1n, prefixLength: 128 });
    expect(parseCidr('::ffff:10.0.0.0/104')).toEqual({ version: 4, value: 0x0a000000n, prefixLength: 8 });
  });

  it.each([
    '10.0.0.0/x8',
    '10.0.0.0/8x',
    '10.0.0.0/0008',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '010.0.0.0/8',
    'fd00::/129',
    '::ffff:10.0.0.0/95',
    'fe80::1%eth0/64',
    'localhost',
    '*',
  ])('returns undefined for %s', (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });
});

describe('matchesNetworks', () => {
  const matches = matchesNetworks(['10.1.0.0/16', 'fd00::/8']);

  it.each(['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', 'fd12::1'])('matches %s', (address) => {
    expect(matches(address)).toBe(true);
  });

  it.each(['10.2.0.0', '::ffff:10.2.0.0', 'fe00::1', '::10.1.2.3', '', 'unknown', '10.1.2.3:80'])(
    'does not match %j',
    (address) => {
      expect(matches(address)).toBe(false);
    },
  );

  it('matches nothing without networks', () => {
    expect(matchesNetworks([])('127.0.0.1')).toBe(false);
  });
});

it('cidr throws for text that is no block, with the text', () => {
  expect(() => cidr('10.0.0.0/33')).toThrow('not a CIDR: 10.0.0.0/33');
});
