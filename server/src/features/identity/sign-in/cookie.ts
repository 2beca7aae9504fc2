import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Cookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, value: string, maxAgeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

/**
 * Scripts cannot read the cookie, and requests that other sites start do not send it. On https its name has the prefix
 * `__Host-`, so that browsers refuse a cookie of that name from a sibling domain.
 */
export function createCookie(publicUrl: string, plainName: string): Cookie {
  const secure = isSecure(publicUrl);
  const name = cookieName(publicUrl, plainName);
  const write = (reply: FastifyReply, value: string, maxAgeSeconds: number) => {
    reply.header(
      'Set-Cookie',
      `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    );
  };
  return {
    read: (request) => findCookie(request.headers.cookie, name),
    write,
    clear: (reply) => write(reply, '', 0),
  };
}

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
const cookieName = (publicUrl: string, plainName: string) =>
  isSecure(publicUrl) ? `__Host-${plainName}` : plainName;

const signInName = 'parley_sign_in';

export const createSignInCookie = (publicUrl: string): Cookie => createCookie(publicUrl, signInName);

/** The headers of a signed-in browser, for requests that the process sends to itself. */
export const signInHeaders = (publicUrl: string, token: string) => ({
  cookie: `${cookieName(publicUrl, signInName)}=${token}`,
  origin: new URL(publicUrl).origin,
});

function findCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name && value) return value.trim();
  }
  return undefined;
}
