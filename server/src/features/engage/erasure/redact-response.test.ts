import { expect, test } from 'vitest';
import { createPersonWithTraces } from '../../../../test/person-with-traces.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { redactResponse } from './redact-response.ts';

const parley = useParley();
const ada = useAccount(parley);

test('a repeated request gets the card without the words of the person, with its position and color', async () => {
  const person = await createPersonWithTraces(parley, ada, 'mina@example.com');
  const create = () =>
    ada.post(
      `/v1/projects/${person.project_id}/cards`,
      { title: 'Letters', color: '#FF8800', evidence: [{ segment_id: person.segments[1]?.id }] },
      { 'idempotency-key': 'a card' },
    );
  const { position } = (await create()).body.data;
  expect((await ada.post(`/v1/participants/${person.id}/erase`)).status).toBe(200);
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ title: '[removed]', position, color: '#FF8800' });
  expect(JSON.stringify(body)).not.toMatch(/Ottokar|Mina/);
});

const nothing = { remove: (text: string) => text, mask: (text: string) => text };

test('fixed fields of a list remain, and fields of the same name in metadata do not', () => {
  const body = (position: string, place: string) =>
    JSON.stringify({ data: [{ id: 'res_1', position, metadata: { position: place } }], next_cursor: null });
  expect(redactResponse(body('a0V', 'Tenant'), ['res_1'], nothing)).toBe(body('a0V', '[removed]'));
});
