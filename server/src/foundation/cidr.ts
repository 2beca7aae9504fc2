import { isIP } from 'node:net';

/** An IP address as a number. */
export interface Address {
  version: 4 | 6;
  value: bigint;
}

/** A parsed CIDR block of addresses. */
export interface Cidr extends Address {
  prefixLength: number;
}

/**
 * Accepts only the strict notation of node:net: no octal numbers, no missing octets. An IPv4-mapped IPv6 address is
 * returned as IPv4, because connections to it go there. A zone (`%eth0`) is ignored.
 */
export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 4) return { version, value: joinGroups(text.split('.').map(Number), 8n) };
  if (version !== 6) return undefined;
  // The URL parser normalizes every notation to hexadecimal groups with at most one `::`.
  const canonical = URL.parse(`http://[${text.replace(/%.*/, '')}]/`)?.hostname.slice(1, -1);
  if (canonical === undefined) return undefined;
  const [head = [], tail = []] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const value = joinGroups(
    [...head, ...gap, ...tail].map((group) => Number.parseInt(group, 16)),
    16n,
  );
  return value >> 32n === 0xffffn ? { version: 4, value: value & 0xffff_ffffn } : { version: 6, value };
}

/** Parses `10.0.0.0/8`, `fd00::/8`, or a single address. Returns undefined for anything else. */
export function parseCidr(text: string): Cidr | undefined {
  const [ip = '', length, ...rest] = text.trim().split('/');
  const address = ip.includes('%') ? undefined : parseAddress(ip);
  if (!address || rest.length > 0) return undefined;
  const writtenBits = isIP(ip) === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const written = length === undefined ? writtenBits : Number(length);
  // The prefix of an IPv4-mapped block counts the 96 bits before the IPv4 address.
  const prefixLength = written - (writtenBits - bitsOf(address));
  if (written > writtenBits || prefixLength < 0) return undefined;
  return { ...address, prefixLength };
}

/** As `parseCidr`, for text that is known to be valid: throws otherwise. */
export function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed) throw new Error(`not a CIDR: ${text}`);
  return parsed;
}

/** The default of OUTBOUND_ALLOW while the server listens on loopback (spec §10.5). */
export const loopbackNetworks: readonly string[] = ['127.0.0.0/8', '::1/128'];
export const loopbackCidrs: readonly Cidr[] = loopbackNetworks.map(cidr);

/** Whether the block contains the address. A block contains only addresses of its own IP version. */
export function contains(block: Cidr, address: Address): boolean {
  const rest = BigInt(bitsOf(block) - block.prefixLength);
  return block.version === address.version && block.value >> rest === address.value >> rest;
}

/** Returns a check whether one of the networks contains an address. Text that is no address is in none. */
export function matchesNetworks(networks: readonly string[]): (address: string) => boolean {
  const blocks = networks.map(cidr);
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && blocks.some((block) => contains(block, address));
  };
}

function bitsOf(address: Address): number {
  return address.version === 4 ? 32 : 128;
}

function joinGroups(groups: number[], bits: bigint): bigint {
  return groups.reduce((value, group) => (value << bits) | BigInt(group), 0n);
}
