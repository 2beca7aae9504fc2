import { isIP } from 'node:net';
import { isForbiddenAddress } from './address.ts';
import type { Cidr } from './cidr.ts';
import type { Lookup } from './resolver.ts';
import { withinMs } from './within.ts';

export interface OutboundPolicy {
  /** Private networks that are allowed: OUTBOUND_ALLOW (spec §9.3). */
  allow: readonly Cidr[];
  /** http is accepted only while HOST is loopback (spec §9.2). */
  allowHttp: boolean;
}

export type Vetting = { ok: true } | { ok: false; message: string };
export type Checked = { ok: true; url: URL } | { ok: false; message: string };

const maxUrlLength = 2048;
/** A name server that does not answer must not hold up the request that creates a webhook. */
const vettingLookupMs = 2_000;
const portMessage = 'Use a port from 1 to 65535.';
const forbiddenMessage = 'Must not point to a private or reserved address.';

/** Everything about a URL that can be known without asking DNS. */
export function checkUrl(text: string, policy: OutboundPolicy): Checked {
  if (text.length > maxUrlLength) return refuse(`Must be at most ${maxUrlLength} characters.`);
  // The WHATWG parser drops tabs and line ends silently; what is stored would not be what is called.
  if (/[\s\p{Cc}]/u.test(text)) return refuse('Must not contain spaces or control characters.');
  const url = URL.parse(text);
  if (!url) return refuse(hasPortBeyondRange(text) ? portMessage : 'Must be an absolute URL.');
  if (url.port === '0') return refuse(portMessage);
  if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) {
    return refuse(policy.allowHttp ? 'Must be an http or https URL.' : 'Must be an https URL.');
  }
  if (url.username !== '' || url.password !== '') return refuse('Must not contain credentials.');
  if (url.href.length > maxUrlLength) return refuse(`Must be at most ${maxUrlLength} characters.`);
  // The parser has turned 2130706433, 0x7f.1, 0177.0.0.1 and 127.0.0.1. into 127.0.0.1 by now.
  const host = hostOf(url);
  if (isIP(host) !== 0 && isForbiddenAddress(host, policy.allow)) return refuse(forbiddenMessage);
  return { ok: true, url };
}

/**
 * The check when a URL is handed in. A name that does not resolve is accepted, its attempts will fail with `dns`;
 * the connection is guarded again in any case, because a name may answer differently by then.
 */
export async function vetUrl(text: string, policy: OutboundPolicy, lookup: Lookup): Promise<Vetting> {
  const checked = checkUrl(text, policy);
  if (!checked.ok) return checked;
  const host = hostOf(checked.url);
  if (isIP(host) !== 0) return { ok: true };
  const addresses = await withinMs(lookup(host), vettingLookupMs).catch(() => []);
  if (addresses.some((address) => isForbiddenAddress(address, policy.allow))) return refuse(forbiddenMessage);
  return { ok: true };
}

/** The parser refuses such a port without saying why. */
function hasPortBeyondRange(text: string): boolean {
  const port = /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*:(\d+)(?:[/?#\\]|$)/i.exec(text)?.[1];
  return port !== undefined && Number(port) > 65_535;
}

/** The host as a connection sees it: an IPv6 literal without its brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
