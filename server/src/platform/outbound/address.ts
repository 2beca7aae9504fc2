import { type Address, type Cidr, cidr, contains, parseAddress } from '../../foundation/cidr.ts';

/** IPv4 blocks that user-supplied URLs must not reach: the IANA special-purpose registry and one metadata service. */
const forbiddenIPv4 = [
  '0.0.0.0/8', // "this network": Linux connects it to loopback
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host agent: a public address that is reachable only from inside
  '169.254.0.0/16', // link-local, with the metadata services of the clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmark
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and 255.255.255.255 (broadcast)
].map(cidr);

/**
 * The only global unicast block. All addresses outside it are refused: unspecified, loopback, IPv4-compatible, local-use
 * NAT64 (64:ff9b:1::/48), discard, ULA, link-local, site-local, multicast.
 */
const globalIPv6 = cidr('2000::/3');

const forbiddenIPv6 = [
  '2001::/23', // protocol assignments: Teredo (2001::/32), benchmark (2001:2::/48), ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address, and its public relays no longer exist
  '3fff::/20', // documentation
].map(cidr);

/** NAT64's well-known prefix. IPv6-only networks reach public IPv4 hosts with it, so the IPv4 address inside decides. */
const nat64 = cidr('64:ff9b::/96');

/**
 * Whether a connection to this address is refused (spec §9.3). `allow` is compared with the address as written; an
 * IPv4-mapped address counts as its IPv4 address. Text that is not an address is refused.
 */
export function isForbiddenAddress(ip: string, allow: readonly Cidr[]): boolean {
  const address = parseAddress(ip);
  if (!address) return true;
  if (allow.some((block) => contains(block, address))) return false;
  if (address.version === 4) return isForbiddenIPv4(address);
  if (contains(nat64, address)) return isForbiddenIPv4({ version: 4, value: address.value & 0xffff_ffffn });
  if (!contains(globalIPv6, address)) return true;
  return isIsatap(address) || forbiddenIPv6.some((block) => contains(block, address));
}

function isForbiddenIPv4(address: Address): boolean {
  return forbiddenIPv4.some((block) => contains(block, address));
}

/** ISATAP encodes an IPv4 address after `0:5efe` or `200:5efe` under any prefix, even a public one. */
function isIsatap(address: Address): boolean {
  const marker = (address.value >> 32n) & 0xffff_ffffn;
  return marker === 0x0000_5efen || marker === 0x0200_5efen;
}
