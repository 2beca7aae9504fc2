import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** `whsec_` and the padded base64 of 32 random bytes (spec §8.5), which is also a valid Standard Webhooks key. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export interface Signing {
  secret: string;
  /** Secrets that were replaced in the last 24 hours, newest first: each of them also signs. */
  previousSecrets?: string[];
  eventId: string;
  /** The time of this attempt: every retry has a new signature (spec §8.7). */
  timestampSeconds: number;
  body: Buffer;
}

/**
 * The signature of spec §8.7 and that of Standard Webhooks, so that unmodified Standard Webhooks libraries can
 * verify it. The keys differ: ours is the whole secret as text, theirs is the decoded bytes after `whsec_`.
 */
export function signatureHeaders(signing: Signing): Record<string, string> {
  const { secret, previousSecrets = [], eventId, timestampSeconds } = signing;
  const secrets = [secret, ...previousSecrets];
  const ours = secrets.map((each) => `, v1=${hexSignature(each, signing)}`).join('');
  return {
    'X-SVC-Signature': `t=${timestampSeconds}${ours}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map((each) => `v1,${standardSignature(each, signing)}`).join(' '),
  };
}

function hexSignature(secret: string, { timestampSeconds, body }: Signing): string {
  return createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex');
}

function standardSignature(secret: string, { eventId, timestampSeconds, body }: Signing): string {
  // A string key, because a buffer key takes Node five times as long.
  const key = secret.slice(prefix.length);
  return createHmac('sha256', key, { encoding: 'base64' })
    .update(`${eventId}.${timestampSeconds}.`)
    .update(body)
    .digest('base64');
}
