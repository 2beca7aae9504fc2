import { lookup as getaddrinfo, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Returns all addresses of a name. Throws if there are none. */
export type Lookup = (hostname: string) => Promise<string[]>;

export interface SystemLookupOptions {
  hostsFile?: string;
  /** Replaces those in resolv.conf. */
  nameServers?: string[];
  /** For each of two attempts. */
  queryTimeoutMs?: number;
}

/** How long to wait for the second address family, because some name servers never respond to AAAA queries. */
const secondFamilyGraceMs = 500;

/** getaddrinfo blocks one of libuv's four threads, which file access and hashing also need. It uses at most two. */
const maxGetaddrinfo = 2;

/**
 * Resolves `localhost`, then names in the hosts file, then DNS with c-ares. c-ares blocks no thread, so a name server that
 * never responds does not delay other requests. Names that DNS does not know (search domains, mDNS) are resolved with
 * getaddrinfo, a few at a time.
 */
export function createSystemLookup(options: SystemLookupOptions = {}): Lookup {
  let running = 0;
  const waiting: Array<() => void> = [];

  async function viaGetaddrinfo(name: string): Promise<string[]> {
    while (running >= maxGetaddrinfo) await new Promise<void>((free) => waiting.push(free));
    running++;
    try {
      return (await getaddrinfo(name, { all: true })).map((found) => found.address);
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (name === '' || name.length > 253) throw new Error('not a host name');
    // RFC 6761 §6.3: never sent to a name server, which could return any address.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const pinned = await fromHostsFile(options.hostsFile ?? '/etc/hosts', name);
    if (pinned.length > 0) return pinned;
    return (await fromDns(name, options)) ?? viaGetaddrinfo(name);
  };
}

async function fromHostsFile(path: string, name: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const addresses: string[] = [];
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    if (isIP(address) !== 0 && names.includes(name)) addresses.push(address);
  }
  return addresses;
}

/** Returns undefined if the name does not exist. Throws if DNS does not respond, because getaddrinfo would block too. */
async function fromDns(name: string, options: SystemLookupOptions): Promise<string[] | undefined> {
  const resolver = new Resolver({ timeout: options.queryTimeoutMs ?? 2_000, tries: 2 });
  if (options.nameServers) resolver.setServers(options.nameServers);
  let grace: NodeJS.Timeout | undefined;
  const startGrace = () => {
    grace ??= setTimeout(() => resolver.cancel(), secondFamilyGraceMs);
  };
  const queries = [resolver.resolve4(name), resolver.resolve6(name)];
  for (const query of queries) query.then(startGrace, () => undefined);
  const results = await Promise.allSettled(queries);
  clearTimeout(grace);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0) return addresses;
  for (const result of results) {
    if (result.status === 'rejected' && result.reason.code === 'ETIMEOUT') throw result.reason;
  }
  return undefined;
}
