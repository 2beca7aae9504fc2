import { isIP } from 'node:net';

/** An address as a number. */
export interface Address {
  version: 4 | 6;
  value: bigint;
}

/** A parsed block of addresses. */
export interface Cidr extends Address {
  prefixLength: number;
}

/**
 * Accepts only the strict formats of node:net: no octal, no missing octets. An IPv4-mapped IPv6 address becomes its IPv4
 * address, because a connection to it uses IPv4. A zone (`%eth0`) is removed.
 */
export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 4) return { version, value: joined(text.split('.').map(Number), 8n) };
  if (version !== 6) return undefined;
  // The URL parser normalizes the address: hexadecimal groups, at most one `::`.
  const canonical = URL.parse(`http://[${text.replace(/%.*/, '')}]/`)?.hostname.slice(1, -1);
  if (canonical === undefined) return undefined;
  const [head = [], tail = []] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const value = joined(
    [...head, ...gap, ...tail].map((group) => Number.parseInt(group, 16)),
    16n,
  );
  return value >> 32n === 0xffffn ? { version: 4, value: value & 0xffff_ffffn } : { version: 6, value };
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address. Returns undefined for other text. */
export function parseCidr(text: string): Cidr | undefined {
  const [ip = '', length, ...rest] = text.trim().split('/');
  const address = ip.includes('%') ? undefined : parseAddress(ip);
  if (!address || rest.length > 0) return undefined;
  const writtenBits = isIP(ip) === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const written = length === undefined ? writtenBits : Number(length);
  // The prefix length of an IPv4-mapped block includes the 96 bits before the IPv4 address.
  const prefixLength = written - (writtenBits - bitsOf(address));
  if (written > writtenBits || prefixLength < 0) return undefined;
  return { ...address, prefixLength };
}

/** Like `parseCidr`, but throws. For constants in the code. */
export function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed) throw new Error(`not a CIDR: ${text}`);
  return parsed;
}

/** The default of OUTBOUND_ALLOW while the server listens on loopback (spec §10.5). */
export const loopbackCidrs: readonly Cidr[] = [cidr('127.0.0.0/8'), cidr('::1/128')];

/** Parses OUTBOUND_ALLOW. Returns a message for each invalid entry, so that the start can report all of them. */
export function parseCidrList(text: string): { cidrs: Cidr[]; faults: string[] } {
  const cidrs: Cidr[] = [];
  const faults: string[] = [];
  for (const row of text.split(',')) {
    if (row.trim() === '') continue;
    const parsed = parseCidr(row);
    if (parsed) cidrs.push(parsed);
    else faults.push(`"${row.trim()}" is not an address or a CIDR such as 10.0.0.0/8`);
  }
  return { cidrs, faults };
}

/** False if the block and the address are of different families. */
export function contains(block: Cidr, address: Address): boolean {
  const rest = BigInt(bitsOf(block) - block.prefixLength);
  return block.version === address.version && block.value >> rest === address.value >> rest;
}

function bitsOf(address: Address): number {
  return address.version === 4 ? 32 : 128;
}

function joined(groups: number[], bits: bigint): bigint {
  return groups.reduce((value, group) => (value << bits) | BigInt(group), 0n);
}
