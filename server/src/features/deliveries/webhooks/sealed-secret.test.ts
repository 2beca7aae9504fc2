import { expect, test } from 'vitest';
import { createSecretBox } from '../../../platform/secret-box/secret-box.ts';
import { webhookChannel } from './channel.ts';
import { secretPurpose } from './service.ts';

test('a secret that was copied to another webhook does not sign, even if the cache contains it', () => {
  const box = createSecretBox('a secret key that is only for tests');
  const channel = webhookChannel({
    box,
    disableAfterSeconds: 1,
    publicUrl: 'http://localhost',
    tasks: { add: async () => {} },
  });
  const subscription = {
    url: 'http://localhost/hook',
    live: true,
    secret: box.seal(secretPurpose('whk_a'), 'whsec_a'),
    previous_secrets: [],
  };
  const requestFor = (subscription_id: string) =>
    channel.request(
      {
        subscription,
        subscription_id,
        body: Buffer.from('{}'),
        event_id: 'evt_1',
        event_type: 'tag.created',
      } as unknown as Parameters<typeof channel.request>[0],
      new Date(),
    );
  expect(() => requestFor('whk_b')).toThrow();
  expect(requestFor('whk_a')?.headers).toHaveProperty('X-SVC-Signature');
  expect(() => requestFor('whk_b')).toThrow();
});
