import Type, { type TSchema } from 'typebox';
import { parseCidr } from '../../foundation/cidr.ts';
import {
  findBaseUrlProblem,
  findServerUrlProblem,
  findUrlProblem,
  isHostName,
  isMailbox,
} from './formats.ts';

/** The kinds of values that an environment variable can have, as TypeBox schemas with documentation. */

interface Documentation {
  /** Markdown for the table in docs/self-hosting/configuration.md. */
  description: string;
  /** Markdown that replaces `default` in the table, for a variable whose default depends on others. */
  defaultDescription?: string;
  example?: string;
}

/** The keywords that every schema of a variable has besides those of JSON Schema. */
export interface VariableKeywords extends Documentation {
  /** Markdown, continues "must be". Used in error messages and in the table. */
  allowed: string;
  default?: unknown;
  /** Error messages do not repeat the value. */
  secret?: boolean;
}

export const keywordsOf = (schema: TSchema): VariableKeywords => schema as TSchema & VariableKeywords;

/** The message for a value that the schema does not allow. JSON.stringify makes any value fit on one line. */
export function describeMismatch(
  { allowed, secret }: Pick<VariableKeywords, 'allowed' | 'secret'>,
  text: string,
): string {
  const mustBe = `must be ${allowed.replaceAll('`', '')}`;
  return secret ? mustBe : `${mustBe}, not ${JSON.stringify(text.slice(0, 100))}`;
}

export const integer = (options: Documentation & { default?: number; minimum: number; maximum: number }) =>
  Type.Integer({ ...options, allowed: `a whole number from ${options.minimum} to ${options.maximum}` });

export const boolean = (options: Documentation & { default?: boolean }) =>
  Type.Boolean({ ...options, allowed: '`true` or `false`' });

/** An amount of money. */
export const price = (options: Documentation) =>
  Type.Number({ ...options, minimum: 0, maximum: 10_000, allowed: 'a number from 0 to 10000' });

export const choice = <const T extends string[]>(
  values: readonly [...T],
  options: Documentation & { default?: T[number] },
) => Type.Enum(values, { ...options, allowed: `one of ${values.map((value) => `\`${value}\``).join(', ')}` });

export const numbers = (options: Documentation & { count: number; maximum: number; default: number[] }) => {
  const { count, maximum, ...rest } = options;
  const allowed = `${count} numbers from 0 to ${maximum} with commas between them`;
  return Type.Array(Type.Number({ minimum: 0, maximum }), {
    ...rest,
    minItems: count,
    maxItems: count,
    allowed,
  });
};

/** Networks in CIDR notation. A single address needs its prefix length, too, so that a typing error is not accepted. */
export const networks = (options: Documentation & { default?: readonly string[] }) => {
  const allowed = 'networks such as `10.0.0.0/8` with commas between them';
  const isNetwork = (text: string) => text.includes('/') && parseCidr(text) !== undefined;
  return Type.Refine(
    Type.Array(Type.String(), { ...options, allowed }),
    (list) => list.every(isNetwork),
    (list) => describeMismatch({ allowed }, list.filter((text) => !isNetwork(text)).join(', ')),
  );
};

/** Addresses of STUN or TURN servers (RFC 7064, RFC 7065). */
export const iceUrls = (scheme: 'stun' | 'turn', options: Documentation & { default: string[] }) => {
  const allowed = `addresses such as \`${scheme}:${scheme}.example.com:3478\` with commas between them`;
  const pattern = new RegExp(`^${scheme}s?:[\\w.:[\\]-]+(\\?transport=(udp|tcp))?$`);
  return Type.Refine(
    Type.Array(Type.String(), { ...options, allowed }),
    (list) => list.every((url) => pattern.test(url)),
    (list) => describeMismatch({ allowed }, list.filter((url) => !pattern.test(url)).join(', ')),
  );
};

export const text = (options: Documentation & { default?: string; allowed?: string }) =>
  Type.String({ allowed: 'any text', ...options });

/** An IP address or a name. Whether it belongs to this machine is known when the server listens on it. */
export const host = (options: Documentation & { default: string }) => {
  const allowed = 'an address or a host name';
  return Type.Refine(Type.String({ ...options, allowed }), isHostName, (value) =>
    describeMismatch({ allowed }, value),
  );
};

/** The sender of mail: one address, with or without a name before it. */
export const mailbox = (options: Documentation & { default: string }) => {
  const allowed = 'one mail address, such as `research@example.com` or `"Acme, Inc." <research@example.com>`';
  return Type.Refine(Type.String({ ...options, allowed }), isMailbox, (value) =>
    describeMismatch({ allowed }, value),
  );
};

export const secret = (options: Documentation & { minLength: number }) =>
  Type.String({ ...options, secret: true, allowed: `text of at least ${options.minLength} characters` });

/** An API key that is sent in an HTTP header. */
export const apiKey = (options: Documentation) =>
  Type.String({
    ...options,
    secret: true,
    pattern: '^[\\x21-\\x7e]+$',
    allowed: 'printable ASCII characters without spaces, as the provider gave it',
  });

type FindProblem = (text: string, protocols: readonly string[]) => string | undefined;

/** No message repeats the value, because any URL can contain a password. `secret` is for those that usually do. */
function urlWith(
  findProblem: FindProblem,
  protocols: string[],
  options: Documentation & { secret?: boolean },
) {
  const allowed = `a URL that starts with ${protocols.map((protocol) => `\`${protocol}//\``).join(' or ')}`;
  return Type.Refine(
    Type.String({ ...options, allowed }),
    (value) => findProblem(value, protocols) === undefined,
    (value) => findProblem(value, protocols) ?? '',
  );
}

export const url = (protocols: string[], options: Documentation & { secret?: boolean }) =>
  urlWith(findUrlProblem, protocols, options);

/** A URL that must contain a host. */
export const serverUrl = (protocols: string[], options: Documentation & { secret?: boolean }) =>
  urlWith(findServerUrlProblem, protocols, options);

/** A URL to which the server appends paths. */
export const baseUrl = (options: Documentation) => urlWith(findBaseUrlProblem, ['http:', 'https:'], options);
