import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Cookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, value: string, maxAgeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

/**
 * Out of reach of scripts, and not sent by requests that other sites start. Over https it carries the `__Host-` prefix:
 * a browser then refuses one that a sibling domain tries to plant.
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

/** What a signed-in browser sends with every request: for requests that the process makes to itself. */
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
