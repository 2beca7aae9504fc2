import { BlockList, isIP } from 'node:net';

export type Env = Record<string, string | undefined>;

export interface Fault {
  name: string;
  message: string;
}

/** An empty variable counts as unset: that is how Compose files and systemd units leave one out. */
const given = (env: Env, name: string) => env[name]?.trim() || undefined;

/** A fault is one line, whatever was given. */
const shown = (value: string) => JSON.stringify(value.slice(0, 100));

export const text = (env: Env, name: string, fallback: string): string => given(env, name) ?? fallback;

/** An address or a name that could be one; whether it is one of this machine is seen when it listens. */
export function hostName(env: Env, faults: Fault[], name: string, fallback: string): string {
  const value = given(env, name) ?? fallback;
  if (isIP(value) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9._-]{0,252})$/.test(value)) return value;
  faults.push({ name, message: `must be an address or a host name, not ${shown(value)}` });
  return fallback;
}

export function integer(
  env: Env,
  faults: Fault[],
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  faults.push({ name, message: `must be a whole number from ${min} to ${max}, not ${shown(value)}` });
  return fallback;
}

export function bool(env: Env, faults: Fault[], name: string, fallback: boolean): boolean {
  const value = given(env, name)?.toLowerCase();
  if (value === undefined) return fallback;
  if (['1', 'true', 'yes', 'on'].includes(value)) return true;
  if (['0', 'false', 'no', 'off'].includes(value)) return false;
  faults.push({ name, message: `must be true or false, not ${shown(value)}` });
  return fallback;
}

export function oneOf<const T extends string>(
  env: Env,
  faults: Fault[],
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found) return found;
  faults.push({ name, message: `must be one of ${allowed.join(', ')}, not ${shown(value)}` });
  return fallback;
}

export function numbers(env: Env, faults: Fault[], name: string, fallback: number[], max: number): number[] {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every((part) => /^\d+(\.\d+)?$/.test(part) && Number(part) <= max)) return parts.map(Number);
  faults.push({
    name,
    message: `must be numbers up to ${max} with commas between them, not ${shown(value)}`,
  });
  return fallback;
}

/** The value is left out of the message: an address of a database or mail server may hold a password. */
export function url(env: Env, faults: Fault[], name: string, protocols: string[]): string | undefined {
  const value = given(env, name);
  if (value === undefined) return undefined;
  const parsed = URL.parse(value);
  if (!parsed || !protocols.includes(parsed.protocol)) {
    const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ');
    const begins = protocols.some((protocol) => value.startsWith(`${protocol}//`));
    const message = begins
      ? 'is not a complete address (host and port?)'
      : `must be an address that begins with ${beginnings}`;
    faults.push({ name, message });
    return undefined;
  }
  if (isDecodable(parsed.username + parsed.password + parsed.pathname)) return value;
  faults.push({ name, message: 'has a % that begins no code: write a % of a name or password as %25' });
  return undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** As `url`, where leaving out the host would not fail but silently mean this machine. */
export function serverUrl(env: Env, faults: Fault[], name: string, protocols: string[]): string | undefined {
  const value = url(env, faults, name, protocols);
  if (value === undefined || new URL(value).hostname !== '') return value;
  faults.push({ name, message: `must name a host, as in ${protocols[0]}//host.example` });
  return undefined;
}

/** An address to which paths are added: nothing may follow the path, and a password would be shown to everybody. */
export function baseUrl(env: Env, faults: Fault[], name: string): string | undefined {
  const value = url(env, faults, name, ['http:', 'https:']);
  if (value === undefined) return undefined;
  const { username, password, search, hash } = new URL(value);
  if (username + password + search + hash === '' && !/[?#]$/.test(value)) return value.replace(/\/+$/, '');
  faults.push({ name, message: 'must be an address without a query, a fragment or a password' });
  return undefined;
}

const mailAddress = String.raw`[^\s\p{Cc}@<>()\[\],;:\\"]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*`;
const mailName = String.raw`(?:[^\p{Cc}@<>()\[\],;:\\"]*|"[^\p{Cc}"\\]*"\s*)`;
const mailboxes = new RegExp(`^(?:${mailAddress}|${mailName}<${mailAddress}>)$`, 'u');

/** Who mail is from: one address, with or without a name before it. */
export function mailbox(env: Env, faults: Fault[], name: string, fallback: string): string {
  const value = given(env, name);
  if (value === undefined) return fallback;
  if (value.length <= 320 && mailboxes.test(value)) return value;
  faults.push({
    name,
    message: `must be one mail address, such as research@example.com or "Acme, Inc." <research@example.com>, not ${shown(value)}`,
  });
  return fallback;
}

/** A key that goes into a header; never shown. */
export function headerKey(env: Env, faults: Fault[], name: string): string | undefined {
  const value = given(env, name);
  if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value;
  faults.push({
    name,
    message: 'must be printable ASCII characters without spaces, as the provider gave it',
  });
  return undefined;
}

export function cidrs(env: Env, faults: Fault[], name: string, fallback: string[]): string[] {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const bad = parts.filter((part) => !isCidr(part));
  if (bad.length === 0) return parts;
  faults.push({
    name,
    message: `must be networks such as 10.0.0.0/8 with commas between them, not ${shown(bad.join(', '))}`,
  });
  return fallback;
}

function isCidr(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    /^\d{1,3}$/.test(bits ?? '') &&
    Number(bits) <= (version === 4 ? 32 : 128)
  );
}

/** Whether an address lies in one of these networks. */
export function matchesNetworks(networks: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}
