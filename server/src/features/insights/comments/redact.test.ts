import { expect, test } from 'vitest';
import { createPersonWithTraces } from '../../../../test/person-with-traces.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley();
const ada = useAccount(parley);

test('an erasure removes what the person said from the excerpt of a comment, however the excerpt divides it', async () => {
  const person = await createPersonWithTraces(parley, ada, 'mina@example.com');
  const create = (before: string, quote: string, after: string) =>
    ada.post(
      `/v1/projects/${person.project_id}/comments`,
      {
        target_type: 'report',
        target_id: person.report,
        body: 'Is it so?',
        anchor: { excerpt: { before, quote, after } },
      },
      { 'idempotency-key': quote },
    );
  // Each part has fewer words than a removal looks for.
  const createOwn = () => create('One says: My landlord Ottokar reads ', 'every letter', ' before I get it.');
  const createOther = () => create('I pay my rent ', 'on the first day', ' of each month');
  const excerptOf = async ({ id }: { id: string }) =>
    (await ada.get(`/v1/comments/${id}`)).body.data.anchor.excerpt;
  const [own, other] = [(await createOwn()).body.data, (await createOther()).body.data];
  expect((await ada.post(`/v1/participants/${person.id}/erase`)).status).toBe(200);

  const redacted = { before: 'One says: [removed] ', quote: '[removed]', after: ' [removed].' };
  expect(await excerptOf(own)).toEqual(redacted);
  expect((await createOwn()).body.data).toMatchObject({ id: own.id, anchor: { excerpt: redacted } });
  expect(await excerptOf(other)).toEqual(other.anchor.excerpt);
  expect((await createOther()).body.data).toEqual(other);
});
