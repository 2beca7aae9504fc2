import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, startParley, type TestParley } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/lock-waits.ts';
import { sql } from '../../platform/database/index.ts';

let parley: TestParley;
let ada: Account;
let path: `/v1/projects/${string}`;
beforeAll(async () => {
  parley = await startParley();
  ada = await parley.account();
  path = `/v1/projects/${(await ada.post('/v1/projects', { name: 'Checkout' })).body.data.id}`;
});
afterAll(() => parley.stop());

const change = (description: string, tag: string) =>
  ada.request('PATCH', path, { body: { description }, headers: { 'if-match': tag } });
const readTag = async () => (await ada.get(path)).headers.get('etag') as string;

test('a change with the ETag of the last read is made, and one with an older ETag gets 422 on If-Match', async () => {
  const tag = await readTag();
  expect((await change('First', tag)).status).toBe(200);
  const stale = await change('Second', tag);
  expect([stale.status, stale.body.error.code]).toEqual([422, 'validation_failed']);
  expect(stale.body.error.details[0].field).toBe('If-Match');
  expect((await ada.get(path)).body.data.description).toBe('First');
  expect((await change('Third', '*')).status).toBe(200);
});

test('makes one of ten changes with one ETag that have all read the record before the first is made', async () => {
  const tag = await readTag();
  // Every request reads the record and compares its tag, then waits for this lock before it writes.
  const { sent } = await parley.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from projects where id = ${path.split('/').at(-1)} for update`);
    const sent = Array.from({ length: 10 }, (_, i) => change(`Number ${i}`, tag));
    await untilWaiting(parley.db, sent.length);
    return { sent };
  });
  const responses = await Promise.all(sent);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(422)]);
});
