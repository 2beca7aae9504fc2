import { describe, expect, it } from 'vitest';
import { matchesNetworks, parseCidr } from './cidr.ts';

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

  it.each([
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
