import { createHmac } from 'node:crypto';

export interface IceConfig {
  stunUrls: string[];
  turnUrls: string[];
  turnSecret: string | undefined;
}

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** Longer than any call: a browser may need the relay again when its network changes. */
const validSeconds = 12 * 3600;

/**
 * What browsers need to find each other. The password of the relay is derived from the shared secret and expires, as in
 * coturn's `use-auth-secret`, so that a participant cannot use the relay later.
 */
export function iceServers(
  { stunUrls, turnUrls, turnSecret }: IceConfig,
  user: string,
  now: Date,
): IceServer[] {
  const servers: IceServer[] = stunUrls.length > 0 ? [{ urls: stunUrls }] : [];
  if (turnUrls.length > 0 && turnSecret) {
    const username = `${Math.floor(now.getTime() / 1000) + validSeconds}:${user}`;
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
    servers.push({ urls: turnUrls, username, credential });
  }
  return servers;
}
