import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../../foundation/errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Prevents CSRF: a change by a signed-in browser must come from Parley's own pages. Browsers send the source of a request
 * (Sec-Fetch-Site on https and loopback, Origin everywhere), and pages cannot set these headers. A request with neither
 * header is refused: it does not come from a browser, and programs use API keys.
 */
export function createOriginCheck(publicUrl: string) {
  const own = new URL(publicUrl).origin;

  return (request: FastifyRequest): void => {
    if (safeMethods.has(request.method)) return;
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    const allowed = site === undefined ? isOwn(origin, own, request.host) : site === 'same-origin';
    if (!allowed) throw forbidden('Changes by a signed-in browser must come from the pages of Parley.');
  };
}

/** Browsers may use another address than PUBLIC_URL (localhost or 127.0.0.1), so an origin equal to Host is accepted too. */
function isOwn(origin: string | undefined, own: string, host: string): boolean {
  if (origin === undefined) return false;
  if (origin === own) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
