import type { components } from './generated.ts';

export interface WebhookCheck {
  /** The raw body, byte for byte as received. A body that was parsed and serialized again does not match. */
  body: string | Uint8Array;
  /** The X-SVC-Signature header. */
  signature: string | null | undefined;
  /** `whsec_…`, from the response that created the webhook or rotated its secret. */
  secret: string;
  /** Signatures that are older, or further in the future, are rejected to limit replay attacks. Default 300. */
  toleranceSeconds?: number;
  /** The current time; tests set it. */
  nowMs?: number;
}

/** A union by `type`: after `event.type === 'project.created'`, `event.data` is a project. */
export type WebhookEvent = components['schemas']['Event'];

/**
 * Verifies the signature, then parses the body. Throws if the request is not from Parley. Deliveries are at least
 * once: deduplicate on `id`.
 */
export async function verifyWebhook({
  body,
  signature,
  secret,
  toleranceSeconds = 300,
  nowMs = Date.now(),
}: WebhookCheck): Promise<WebhookEvent> {
  const { timestamp, candidates } = parseSignature(signature ?? '');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new Error('The webhook signature is too old, or its time is in the future.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array([...new TextEncoder().encode(`${timestamp}.`), ...bytes]);
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  // subtle.verify compares in constant time. After a rotation the header has one signature per valid secret.
  const matches = await Promise.all(candidates.map((mac) => crypto.subtle.verify('HMAC', key, mac, signed)));
  if (!matches.includes(true)) throw new Error('The webhook signature does not match.');
  return JSON.parse(new TextDecoder().decode(bytes));
}

function parseSignature(header: string): { timestamp: string; candidates: Uint8Array<ArrayBuffer>[] } {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]);
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const candidates = parts.flatMap(([name, value]) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? [fromHex(value as string)] : [],
  );
  if (!/^\d+$/.test(timestamp) || candidates.length === 0)
    throw new Error('The webhook signature header is missing or malformed.');
  return { timestamp, candidates };
}

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
