import { describe, expect, test } from 'vitest';
import { type Account, createTestClock } from '../../../test/harness.ts';
import { useParley } from '../../../test/use-parley.ts';
import { newId } from '../../foundation/ids.ts';
import { sql } from './index.ts';

/** Lists (spec §1.8), tested with projects: keyset pages skip and repeat no row. */

const clock = createTestClock();
const start = clock.now();

const parley = useParley({ clock });

interface Item {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
}

/** Inserts rows directly, because the tests are about reading them. */
async function seed(
  owner: Account,
  count: number,
  change: { createdMs?: (i: number) => number; name?: (i: number) => string } = {},
) {
  const rows = Array.from({ length: count }, (_, i) => {
    const at = new Date(change.createdMs?.(i) ?? start.getTime());
    return { id: newId('project', at.getTime()), name: change.name?.(i) ?? `Project ${i}`, at };
  });
  await parley.db.query(sql`
    insert into projects (id, workspace_id, owner_id, created_by, name, created_at, updated_at)
    select t.id, ${owner.workspace_id}, ${owner.user_id}, ${owner.user_id}, t.name, t.at, t.at
      from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.name)}::text[],
        ${rows.map((row) => row.at)}::timestamptz[]) as t (id, name, at)`);
  return rows;
}

async function walk(
  owner: Account,
  query: string,
  between?: (page: Item[]) => Promise<void>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: string = cursor ? `${query}&cursor=${cursor}` : query;
    const { status, body } = await owner.get(`/v1/projects?${page}`);
    expect(status).toBe(200);
    items.push(...body.data);
    if (items.length > 3_000) throw new Error('The walk goes in circles.');
    cursor = body.meta.next_cursor;
    if (cursor) expect(body.data.length).toBeGreaterThan(0);
    await between?.(body.data);
  } while (cursor);
  return items;
}

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe('reading all pages', () => {
  test.each(['-created_at', 'created_at', 'name', '-name', '-updated_at'])(
    'reading all pages by %s returns 1,000 rows with the same timestamp once each, in a stable order',
    async (sort) => {
      const ada = await parley.account();
      const rows = await seed(ada, 1_000, { name: (i) => `Name ${i % 7}` });
      const items = await walk(ada, `limit=100&sort=${sort}`);
      expect(ids(items).toSorted()).toEqual(ids(rows).toSorted());
      const descending = sort.startsWith('-');
      const keyOf = (item: Item) => (sort.endsWith('name') ? item.name.toLowerCase() : '') + item.id;
      const ordered = items.map(keyOf).toSorted();
      expect(items.map(keyOf)).toEqual(descending ? ordered.reverse() : ordered);
    },
  );

  test.each([1, 7, 25, 99, 100])(
    'reads all rows in pages of %i, ends with next_cursor null and skips no row',
    async (limit) => {
      const ada = await parley.account();
      const rows = await seed(ada, 200, { createdMs: (i) => start.getTime() - (i % 50) });
      const items = await walk(ada, `limit=${limit}`);
      expect(items).toHaveLength(200);
      expect(new Set(ids(items)).size).toBe(rows.length);
    },
  );

  test('reading all pages without a limit returns pages of 25; an empty list is one empty page', async () => {
    const ada = await parley.account();
    expect((await ada.get('/v1/projects')).body).toEqual({ data: [], meta: { next_cursor: null } });
    await seed(ada, 25);
    const full = await ada.get('/v1/projects');
    expect(full.body.data).toHaveLength(25);
    expect(full.body.meta.next_cursor).toBeNull();
    await seed(ada, 1);
    expect((await ada.get('/v1/projects')).body.meta.next_cursor).toEqual(expect.any(String));
  });

  test('reading all pages by name has a stable order in every script', async () => {
    const ada = await parley.account();
    const names = [
      'Zebra',
      'apple',
      'Äpfel',
      '調査',
      '🙂',
      'apple pie',
      'APPLE',
      "o'neill",
      '%_\\',
      'é',
      'e\u0301',
    ];
    await seed(ada, names.length * 3, { name: (i) => names[i % names.length] as string });
    for (const sort of ['name', '-name']) {
      const items = await walk(ada, `limit=2&sort=${sort}`);
      expect(new Set(ids(items)).size).toBe(names.length * 3);
    }
  });
});

describe('with concurrent writes', () => {
  test.each(['-created_at', 'created_at', 'name', '-name'])(
    'reading by %s skips and repeats no unchanged row',
    async (sort) => {
      const ada = await parley.account();
      const rows = await seed(ada, 300, {
        createdMs: (i) => start.getTime() - (i % 20) * 1000,
        name: (i) => `n${i % 30}`,
      });
      const doomed = new Set(ids(rows).filter((_, i) => i % 5 === 0));
      let round = 0;
      const items = await walk(ada, `limit=17&sort=${sort}`, async (page) => {
        round++;
        // Inserts rows before, at and after the current position, and deletes the row of the cursor.
        await seed(ada, 6, {
          createdMs: (i) => start.getTime() + (i - 3) * 10_000 - round,
          name: (i) => `n${i * 5}`,
        });
        const last = page.at(-1);
        const victims = [...doomed].slice(0, 3).concat(last && doomed.has(last.id) ? [last.id] : []);
        await parley.db.query(
          sql`update projects set deleted_at = ${clock.now()} where id = any(${victims})`,
        );
        for (const victim of victims) doomed.delete(victim);
      });
      const seen = ids(items);
      expect(new Set(seen).size).toBe(seen.length);
      const stayed = await parley.db.query<{ id: string }>(sql`
        select id from projects where deleted_at is null and id = any(${ids(rows)})`);
      const missing = ids(stayed).filter((id) => !seen.includes(id));
      expect(missing).toEqual([]);
    },
  );

  test('through the API returns every row that existed before exactly once', async () => {
    const ada = await parley.account();
    const rows = await seed(ada, 150);
    let reading = true;
    const writers = [1, 2].map(async (writer) => {
      for (let i = 0; reading; i++) {
        const { body } = await ada.post('/v1/projects', { name: `w${writer}-${i}` });
        if (i % 2) await ada.delete(`/v1/projects/${body.data.id}`);
      }
    });
    const items = await walk(ada, 'limit=10');
    reading = false;
    await Promise.all(writers);
    expect(new Set(ids(items)).size).toBe(items.length);
    expect(ids(rows).filter((id) => !ids(items).includes(id))).toEqual([]);
  });

  test('continues after the position of a cursor whose row was deleted', async () => {
    const ada = await parley.account();
    const rows = await seed(ada, 10, { createdMs: (i) => start.getTime() - i * 1000 });
    const first = await ada.get('/v1/projects?limit=3');
    await parley.db.query(sql`delete from projects where id = ${first.body.data[2].id}`);
    const second = await ada.get(`/v1/projects?limit=3&cursor=${first.body.meta.next_cursor}`);
    expect(ids(second.body.data)).toEqual(ids(rows).slice(3, 6));
  });
});

describe('a cursor', () => {
  test('a cursor with another sort, another filter or another list gets 422 on cursor', async () => {
    const ada = await parley.account();
    await seed(ada, 5);
    await ada.post('/v1/projects', { name: 'first' });
    await ada.post('/v1/projects', { name: 'second' });
    const cursor = (await ada.get('/v1/projects?limit=1&status=active')).body.meta.next_cursor;
    const same = await ada.get(`/v1/projects?limit=5&cursor=${cursor}&status=active`);
    expect(same.status).toBe(200);
    for (const path of [
      `/v1/projects?cursor=${cursor}`,
      `/v1/projects?cursor=${cursor}&status=archived`,
      `/v1/projects?cursor=${cursor}&status=active&sort=name`,
      `/v1/projects?cursor=${cursor}&status=active&sort=created_at`,
      `/v1/projects?cursor=${cursor}&status=active&q=x`,
      `/v1/projects?cursor=${cursor}&status=active&created_after=2020-01-01T00:00:00Z`,
      `/v1/events?cursor=${cursor}`,
      `/v1/workspace/members?cursor=${cursor}`,
    ]) {
      const answer = await ada.get(path);
      expect(answer.status, path).toBe(422);
      expect(answer.body.error.details).toEqual([{ field: 'cursor', message: expect.any(String) }]);
    }
    const events = (await ada.get('/v1/events?limit=1')).body.meta.next_cursor;
    expect((await ada.get(`/v1/projects?cursor=${events}`)).status).toBe(422);
  });

  test('accepts a cursor for the default sort and for the same sort by name', async () => {
    const ada = await parley.account();
    await seed(ada, 5);
    const cursor = (await ada.get('/v1/projects?limit=1')).body.meta.next_cursor;
    expect((await ada.get(`/v1/projects?cursor=${cursor}&sort=-created_at`)).status).toBe(200);
  });

  test('gives another account only its own rows for the cursor of one account', async () => {
    const ada = await parley.account();
    const eve = await parley.account();
    await seed(ada, 5);
    await seed(eve, 5);
    const cursor = (await ada.get('/v1/projects?limit=1')).body.meta.next_cursor;
    const { body } = await eve.get(`/v1/projects?cursor=${cursor}`);
    const mine = ids((await eve.get('/v1/projects')).body.data);
    expect(ids(body.data).filter((id) => !mine.includes(id))).toEqual([]);
  });
});

describe('filters', () => {
  test('filters by time are exact to the millisecond, at both ends', async () => {
    const ada = await parley.account();
    const base = Date.parse('2026-03-01T12:00:00.000Z');
    const rows = await seed(ada, 10, { createdMs: (i) => base + i });
    const at = (i: number) => new Date(base + i).toISOString();
    const found = async (query: string) => ids(await walk(ada, `sort=created_at&${query}`));
    expect(await found(`created_after=${at(6)}`)).toEqual(ids(rows).slice(7));
    expect(await found(`created_before=${at(3)}`)).toEqual(ids(rows).slice(0, 3));
    expect(await found(`updated_since=${at(6)}`)).toEqual(ids(rows).slice(6));
    expect(await found(`created_after=${at(2)}&created_before=${at(5)}`)).toEqual(ids(rows).slice(3, 5));
    expect(await found(`created_after=${encodeURIComponent('2026-03-01T14:00:00.006+02:00')}`)).toEqual(
      ids(rows).slice(7),
    );
  });

  test('q is matched literally, whatever characters it contains', async () => {
    const ada = await parley.account();
    await seed(ada, 4, { name: (i) => ['100% sure', 'under_score', 'back\\slash', 'Plain'][i] as string });
    const names = async (q: string) =>
      (await walk(ada, `q=${encodeURIComponent(q)}`)).map(({ name }) => name);
    expect(await names('%')).toEqual(['100% sure']);
    expect(await names('_')).toEqual(['under_score']);
    expect(await names('\\')).toEqual(['back\\slash']);
    expect(await names('pLAIN')).toEqual(['Plain']);
  });
});
