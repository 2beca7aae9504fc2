import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** `whsec_` and the padded base64 of 32 random bytes (contract §8): a valid key of Standard Webhooks as well. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export interface Signing {
  secret: string;
  /** Secrets that were replaced in the last 24 hours, newest first: each of them also signs. */
  previousSecrets?: string[];
  eventId: string;
  /** The time of this attempt: every retry is signed anew (delivery engine §8). */
  timestampSeconds: number;
  body: Buffer;
}

/**
 * The signature of specification §6.3, and beside it that of Standard Webhooks, so that their unmodified libraries
 * verify us. The two differ in the key: ours is the whole secret as text, theirs is the bytes behind `whsec_`.
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
  // As text: where the key is a buffer, Node takes five times as long.
  const key = secret.slice(prefix.length);
  return createHmac('sha256', key, { encoding: 'base64' })
    .update(`${eventId}.${timestampSeconds}.`)
    .update(body)
    .digest('base64');
}
