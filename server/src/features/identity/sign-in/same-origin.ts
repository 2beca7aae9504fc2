import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../../foundation/errors.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A change made by a signed-in browser must be started by Parley's own pages. Browsers say where a request comes from
 * (Sec-Fetch-Site on https and loopback, Origin everywhere), and no page can make them lie. A request that says neither
 * is not from a browser: programs use API keys.
 */
export function createOriginCheck(publicUrl: string) {
  const own = new URL(publicUrl).origin;

  return (request: FastifyRequest): void => {
    if (reading.has(request.method)) return;
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    const allowed = site === undefined ? isOwn(origin, own, request.host) : site === 'same-origin';
    if (!allowed) throw forbidden('Changes by a signed-in browser must come from Parley’s own pages.');
  };
}

/** The address it is reached at may differ from PUBLIC_URL (localhost and 127.0.0.1): the Host header counts as well. */
function isOwn(origin: string | undefined, own: string, host: string): boolean {
  if (origin === undefined) return false;
  if (origin === own) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
