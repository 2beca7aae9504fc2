import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

let ada: Account;
const parley = useParley();

const target = { url: 'http://127.0.0.1:9/', events: ['tag.created'] };
/** Creates a webhook of a new account, so that the list has no other. */
async function subscribe(more: object = {}) {
  ada = await parley.account();
  return ada.post('/v1/webhooks', { ...target, ...more });
}

describe('the description of a webhook', () => {
  test.each([
    ['was omitted', {}],
    ['is null', { description: null }],
    ['is empty', { description: '' }],
  ])('returns the description of a webhook as an empty string, never null, if it %s', async (_, given) => {
    const created = await subscribe(given);
    expect([created.status, created.body.data.description]).toEqual([201, '']);
    const path = `/v1/webhooks/${created.body.data.id}` as const;
    expect((await ada.get(path)).body.data.description).toBe('');
    const [listed, ...others] = (await ada.get('/v1/webhooks')).body.data;
    expect([listed.description, others]).toEqual(['', []]);
    expect((await ada.patch(path, { events: ['project.created'] })).body.data.description).toBe('');
    expect((await ada.post(`${path}/rotate-secret`)).body.data.description).toBe('');
  });

  test('returns the description of a webhook as an empty string after it was removed', async () => {
    const { id } = (await subscribe({ description: 'Mine' })).body.data;
    expect((await ada.patch(`/v1/webhooks/${id}`, { description: null })).body.data.description).toBe('');
    expect((await ada.get(`/v1/webhooks/${id}`)).body.data.description).toBe('');
  });
});

describe('a disabled webhook', () => {
  test('a disabled webhook cannot be changed, tested or replayed, and the message says what to do', async () => {
    const { id } = (await subscribe({ description: 'Mine' })).body.data;
    const path = `/v1/webhooks/${id}`;
    await parley.db.query(sql`update webhooks set status = 'disabled' where id = ${id}`);
    const refused = {
      code: 'validation_failed',
      details: [{ field: 'webhook_id', message: 'This webhook is disabled: delete it and create it again.' }],
    };
    for (const response of [
      await ada.patch(path, { description: 'Changed' }),
      await ada.post(`${path}/test`, {}),
      await ada.post(`${path}/replay`, { since: parley.clock.now().toISOString() }),
    ]) {
      expect(response.status).toBe(422);
      expect(response.body.error).toMatchObject(refused);
    }
    expect((await ada.get(path)).body.data).toMatchObject({ description: 'Mine', status: 'disabled' });
    expect((await ada.delete(path)).status).toBe(200);
    expect((await ada.post('/v1/webhooks', target)).body.data.status).toBe('enabled');
  });

  test('a disabled webhook cannot be enabled with its status, and the message says what to do', async () => {
    const { id } = (await subscribe()).body.data;
    await parley.db.query(sql`update webhooks set status = 'disabled' where id = ${id}`);
    const { status, body } = await ada.patch(`/v1/webhooks/${id}`, { status: 'enabled' });
    expect([status, body.error.details]).toEqual([
      422,
      [
        {
          field: 'status',
          message: 'cannot be set. To enable a disabled webhook, delete it and create it again.',
        },
      ],
    ]);
  });
});
