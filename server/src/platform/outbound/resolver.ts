import { lookup as getaddrinfo, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** All addresses of a name, found in one go. Throws when there are none. */
export type Lookup = (hostname: string) => Promise<string[]>;

export interface SystemLookupOptions {
  hostsFile?: string;
  /** Instead of those in resolv.conf. */
  nameServers?: string[];
  /** For each of two tries. */
  queryTimeoutMs?: number;
}

/** How long one address family may keep the other waiting: a name server that drops AAAA must not cost the attempt. */
const secondFamilyGraceMs = 500;

/** getaddrinfo blocks one of libuv's four threads, which files and hashing need too: it never gets more than two. */
const maxGetaddrinfo = 2;

/**
 * Names as the machine knows them: `localhost`, the hosts file, then DNS by c-ares, which holds no thread, so a name
 * server that never answers delays nobody else. Names that DNS does not know (search domains, mDNS) are asked of
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
    // RFC 6761 §6.3: never asked of a name server, which could answer anything.
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

/** Nothing when DNS has no such name. Throws when it does not answer: asking again another way would only block. */
async function fromDns(name: string, options: SystemLookupOptions): Promise<string[] | undefined> {
  const resolver = new Resolver({ timeout: options.queryTimeoutMs ?? 2_000, tries: 2 });
  if (options.nameServers) resolver.setServers(options.nameServers);
  let grace: NodeJS.Timeout | undefined;
  const startGrace = () => {
    grace ??= setTimeout(() => resolver.cancel(), secondFamilyGraceMs);
  };
  const queries = [resolver.resolve4(name), resolver.resolve6(name)];
  for (const query of queries) query.then(startGrace, () => undefined);
  const answers = await Promise.allSettled(queries);
  clearTimeout(grace);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    if (answer.status === 'rejected' && answer.reason.code === 'ETIMEOUT') throw answer.reason;
  }
  return undefined;
}
