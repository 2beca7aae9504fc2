import { createHmac, timingSafeEqual } from 'node:crypto';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { newSecret, type Signing, signatureHeaders } from './signature.ts';

// The libraries refuse signatures that are older than five minutes by the real clock.
const now = () => Math.floor(Date.now() / 1000);
const body = Buffer.from('{"id":"evt_1","type":"tag.created","data":{"name":"Grüße 調査 🙂"}}');
const signing = (changes: Partial<Signing> = {}): Signing => ({
  secret: newSecret(),
  eventId: 'evt_06a8',
  timestampSeconds: now(),
  body,
  ...changes,
});

/** Implemented from spec §8.7 only. */
function verify(header: string, rawBody: Buffer, secret: string): boolean {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const t = fields.find(([name]) => name === 't')?.[1];
  const mac = createHmac('sha256', secret);
  mac.update(`${t}.`);
  mac.update(rawBody);
  const expected = Buffer.from(mac.digest('hex'));
  return fields.some(([name, value = '']) => {
    return name === 'v1' && value.length === expected.length && timingSafeEqual(Buffer.from(value), expected);
  });
}

function stripeAccepts(headers: Record<string, string>, payload: Buffer, secret: string): boolean {
  // Stripe's header has no space after the comma; ours has one (spec §8.7).
  const header = (headers['X-SVC-Signature'] ?? '').replaceAll(', ', ',');
  try {
    Stripe.webhooks.constructEvent(payload, header, secret);
    return true;
  } catch {
    return false;
  }
}

const standards = { svix: SvixWebhook, standardwebhooks: StandardWebhook };
function standardAccepts(
  library: keyof typeof standards,
  headers: Record<string, string>,
  payload: Buffer,
  secret: string,
): boolean {
  try {
    new standards[library](secret).verify(payload.toString(), headers);
    return true;
  } catch {
    return false;
  }
}

const verifiers = {
  'ten lines from spec §8.7': (headers: Record<string, string>, payload: Buffer, secret: string): boolean =>
    verify(headers['X-SVC-Signature'] ?? '', payload, secret),
  stripe: stripeAccepts,
  svix: (headers: Record<string, string>, payload: Buffer, secret: string) =>
    standardAccepts('svix', headers, payload, secret),
  standardwebhooks: (headers: Record<string, string>, payload: Buffer, secret: string) =>
    standardAccepts('standardwebhooks', headers, payload, secret),
};

describe.each(Object.entries(verifiers))('verified by %s', (_, accepts) => {
  it('a signature is valid for its body and secret', () => {
    const given = signing();
    expect(accepts(signatureHeaders(given), body, given.secret)).toBe(true);
  });

  it('a signature is not valid for another body or another secret', () => {
    const given = signing();
    const headers = signatureHeaders(given);
    expect(accepts(headers, Buffer.from(`${body} `), given.secret)).toBe(false);
    expect(accepts(headers, body, newSecret())).toBe(false);
  });

  it('only the two secrets of a rotation are valid during the rotation', () => {
    const previousSecret = newSecret();
    const given = signing({ previousSecrets: [previousSecret] });
    const headers = signatureHeaders(given);
    expect(accepts(headers, body, given.secret)).toBe(true);
    expect(accepts(headers, body, previousSecret)).toBe(true);
    expect(accepts(headers, body, newSecret())).toBe(false);
  });

  it('the bytes of any JSON body are signed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const payload = Buffer.from(JSON.stringify({ id: 'evt_1', data }));
        const given = signing({ body: payload });
        expect(accepts(signatureHeaders(given), payload, given.secret)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the headers', () => {
  it('the headers have exactly the form of spec §8.7', () => {
    const headers = signatureHeaders(signing({ timestampSeconds: 1_700_000_000 }));
    expect(headers['X-SVC-Signature']).toMatch(/^t=1700000000, v1=[0-9a-f]{64}$/);
    expect(headers['webhook-id']).toBe('evt_06a8');
    expect(headers['webhook-timestamp']).toBe('1700000000');
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it('put the new signature before the old one during a rotation', () => {
    const secret = newSecret();
    const previousSecret = newSecret();
    const fixed = { timestampSeconds: 1_700_000_000 };
    const both = signatureHeaders(signing({ ...fixed, secret, previousSecrets: [previousSecret] }));
    const [fresh, old] = [secret, previousSecret].map((each) =>
      signatureHeaders(signing({ ...fixed, secret: each })),
    );
    const v1 = old?.['X-SVC-Signature']?.split(', ')[1];
    expect(both['X-SVC-Signature']).toBe(`${fresh?.['X-SVC-Signature']}, ${v1}`);
    expect(both['webhook-signature']).toBe(`${fresh?.['webhook-signature']} ${old?.['webhook-signature']}`);
  });

  it('agree with values that other programs computed', () => {
    const headers = signatureHeaders({
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1614265330,
      body: Buffer.from('{"test": 2432232314}'),
    });
    // The test vector of the Standard Webhooks libraries.
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    // printf '1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
    expect(headers['X-SVC-Signature']).toBe(
      't=1614265330, v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
    );
  });
});

describe('a new secret', () => {
  it('creates a secret of whsec_ and the padded base64 of 32 random bytes', () => {
    const secrets = Array.from({ length: 200 }, newSecret);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
    expect(new Set(secrets).size).toBe(200);
  });
});
