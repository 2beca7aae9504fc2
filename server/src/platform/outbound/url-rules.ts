import { isIP } from 'node:net';
import type { Cidr } from '../../foundation/cidr.ts';
import { withTimeout } from '../../foundation/with-timeout.ts';
import { isForbiddenAddress } from './address.ts';
import type { Lookup } from './resolver.ts';

export interface OutboundPolicy {
  /** Private networks that are allowed: OUTBOUND_ALLOW (spec §9.3). */
  allow: readonly Cidr[];
  /** http is accepted only while HOST is loopback (spec §9.2). */
  allowHttp: boolean;
}

export type UrlDecision = { ok: true } | { ok: false; message: string };
type ParsedUrl = { ok: true; url: URL } | { ok: false; message: string };

const maxUrlLength = 2048;
/** A name server that does not respond must not block the request that creates a webhook. */
const lookupTimeoutMs = 2_000;
const portMessage = 'Use a port from 1 to 65535.';
const forbiddenMessage = 'Must not point to a private or reserved address.';

/** Checks everything about a URL that does not need DNS. */
export function checkUrl(text: string, policy: OutboundPolicy): ParsedUrl {
  if (text.length > maxUrlLength) return refuse(`Must be at most ${maxUrlLength} characters.`);
  // The WHATWG parser silently removes tabs and line breaks, so the stored URL would differ from the requested one.
  if (/[\s\p{Cc}]/u.test(text)) return refuse('Must not contain spaces or control characters.');
  const url = URL.parse(text);
  if (!url) return refuse(hasPortBeyondRange(text) ? portMessage : 'Must be an absolute URL.');
  if (url.port === '0') return refuse(portMessage);
  if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) {
    return refuse(policy.allowHttp ? 'Must be an http or https URL.' : 'Must be an https URL.');
  }
  if (url.username !== '' || url.password !== '') return refuse('Must not contain credentials.');
  if (url.href.length > maxUrlLength) return refuse(`Must be at most ${maxUrlLength} characters.`);
  // The parser has normalized 2130706433, 0x7f.1, 0177.0.0.1 and 127.0.0.1. to 127.0.0.1.
  const host = hostOf(url);
  if (isIP(host) !== 0 && isForbiddenAddress(host, policy.allow)) return refuse(forbiddenMessage);
  return { ok: true, url };
}

/**
 * Checks a URL that a user submits. A name that does not resolve is accepted; its attempts fail with `dns`. The connector
 * checks the addresses again, because a name may resolve differently later.
 */
export async function vetUrl(text: string, policy: OutboundPolicy, lookup: Lookup): Promise<UrlDecision> {
  const checked = checkUrl(text, policy);
  if (!checked.ok) return checked;
  const host = hostOf(checked.url);
  if (isIP(host) !== 0) return { ok: true };
  const addresses = await withTimeout(lookup(host), lookupTimeoutMs).catch(() => []);
  if (addresses.some((address) => isForbiddenAddress(address, policy.allow))) return refuse(forbiddenMessage);
  return { ok: true };
}

/** The parser gives no reason when it refuses such a port. */
function hasPortBeyondRange(text: string): boolean {
  const port = /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*:(\d+)(?:[/?#\\]|$)/i.exec(text)?.[1];
  return port !== undefined && Number(port) > 65_535;
}

/** The host without the brackets of an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
