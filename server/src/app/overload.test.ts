import pg from 'pg';
import { expect, test } from 'vitest';
import { newBoard } from '../../test/board.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';

const parley = useParley({ connectTimeoutMs: 300 });
const ada = useAccount(parley);

test('fifty cards created on a locked board: those that get no database connection return 503 with Retry-After', async () => {
  const { project } = await newBoard(ada);
  const create = (i: number) =>
    ada.post(
      `/v1/projects/${project}/cards`,
      { title: `Card ${i}` },
      i % 2 ? { 'idempotency-key': `card ${i}` } : {},
    );
  const holder = new pg.Client(parley.connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`board ${project}`]);
  const requests = Array.from({ length: 50 }, (_, i) => create(i));

  const refused = await Promise.any(requests);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(refused.body.error.code).toBe('internal');
  // A request that needs no transaction is not affected.
  expect((await ada.get('/v1/openapi.json')).status).toBe(200);

  await holder.query('commit');
  await holder.end();
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201, 503]));
  // The same requests succeed afterwards, and a key creates its card once.
  for (let i = 0; i < 50; i++) expect((await create(i)).status).toBe(201);
  const created = statuses.filter((status, i) => status === 201 && i % 2 === 0).length;
  const { card_count } = (await ada.get(`/v1/projects/${project}`)).body.data;
  expect(card_count).toBe(50 + created);
});
