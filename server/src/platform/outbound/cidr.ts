import { isIP } from 'node:net';

/** An address as a number. */
export interface Address {
  version: 4 | 6;
  value: bigint;
}

/** A block of addresses, parsed once. */
export interface Cidr extends Address {
  prefixLength: number;
}

/**
 * Only the strict spellings of node:net: no octal, no missing octets. An IPv4-mapped IPv6 address is the IPv4 itself,
 * for that is where a connection to it goes. A zone (`%eth0`) is dropped.
 */
export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 4) return { version, value: joined(text.split('.').map(Number), 8n) };
  if (version !== 6) return undefined;
  // The URL parser writes every spelling in one way: hexadecimal groups, at most one `::`.
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

/** `10.0.0.0/8`, `fd00::/8`, or a bare address for itself alone. Nothing when it is neither. */
export function parseCidr(text: string): Cidr | undefined {
  const [ip = '', length, ...rest] = text.trim().split('/');
  const address = ip.includes('%') ? undefined : parseAddress(ip);
  if (!address || rest.length > 0) return undefined;
  const writtenBits = isIP(ip) === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const written = length === undefined ? writtenBits : Number(length);
  // A block in the mapped form counts its prefix from the IPv6 side.
  const prefixLength = written - (writtenBits - bitsOf(address));
  if (written > writtenBits || prefixLength < 0) return undefined;
  return { ...address, prefixLength };
}

/** For a table written in the code, where a bad row is a mistake of ours. */
export function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed) throw new Error(`not a CIDR: ${text}`);
  return parsed;
}

/** The default of OUTBOUND_ALLOW while the server listens on loopback (spec §10.5). */
export const loopbackCidrs: readonly Cidr[] = [cidr('127.0.0.0/8'), cidr('::1/128')];

/** Reads OUTBOUND_ALLOW. Every bad row is named, so that the start can stop with one clear line per fault. */
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

/** Whether the block holds the address. Blocks of the other family hold nothing. */
export function holds(block: Cidr, address: Address): boolean {
  const rest = BigInt(bitsOf(block) - block.prefixLength);
  return block.version === address.version && block.value >> rest === address.value >> rest;
}

function bitsOf(address: Address): number {
  return address.version === 4 ? 32 : 128;
}

function joined(groups: number[], bits: bigint): bigint {
  return groups.reduce((value, group) => (value << bits) | BigInt(group), 0n);
}
