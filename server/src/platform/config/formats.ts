import { isIP } from 'node:net';

/** The rules for values that JSON Schema cannot describe. */

/** Returns why the text is not a URL with one of the protocols. The message does not contain the text. */
export function findUrlProblem(text: string, protocols: readonly string[]): string | undefined {
  const parsed = URL.parse(text);
  if (!parsed || !protocols.includes(parsed.protocol)) {
    const starts = protocols.map((protocol) => `${protocol}//`);
    return starts.some((start) => text.startsWith(start))
      ? 'is not a complete URL (host and port?)'
      : `must be a URL that starts with ${starts.join(' or ')}`;
  }
  if (isDecodable(parsed.username + parsed.password + parsed.pathname)) return undefined;
  return 'contains a % that is not followed by two hexadecimal digits: write a % of a name or password as %25';
}

/** As `findUrlProblem`, for clients that connect to this machine if the URL has no host. */
export function findServerUrlProblem(text: string, protocols: readonly string[]): string | undefined {
  const problem = findUrlProblem(text, protocols);
  if (problem !== undefined || new URL(text).hostname !== '') return problem;
  return `must contain a host, as in ${protocols[0]}//host.example`;
}

/** As `findUrlProblem`. Paths are appended to the URL, and links show it to everyone, so it contains no password. */
export function findBaseUrlProblem(text: string, protocols: readonly string[]): string | undefined {
  const problem = findUrlProblem(text, protocols);
  if (problem !== undefined) return problem;
  const { username, password, search, hash } = new URL(text);
  if (username + password + search + hash === '' && !/[?#]$/.test(text)) return undefined;
  return 'must be a URL without a query, a fragment or a password';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const isHostName = (text: string): boolean =>
  isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9._-]{0,252})$/.test(text);

const mailAddress = String.raw`[^\s\p{Cc}@<>()\[\],;:\\"]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*`;
const mailName = String.raw`(?:[^\p{Cc}@<>()\[\],;:\\"]*|"[^\p{Cc}"\\]*"\s*)`;
const mailboxPattern = new RegExp(`^(?:${mailAddress}|${mailName}<${mailAddress}>)$`, 'u');

/** Whether the text is one mail address, with or without a name. 320 characters is the longest address of RFC 3696. */
export const isMailbox = (text: string): boolean => text.length <= 320 && mailboxPattern.test(text);
