import type { HttpServerProcess } from '@parley/testing';
import type pg from 'pg';
import { type Comparison, compare, type Measuring } from './compare.ts';

interface Page {
  meta: { next_cursor: string };
}

/** Compares page 1 with page 10,000 of a list of a million projects, 25 in a page. */
export async function measureDeepPages(options: {
  db: pg.Client;
  parley: HttpServerProcess;
  key: string;
  quick: boolean;
  measuring: Measuring;
}): Promise<Comparison> {
  const { db, parley, quick, key, measuring } = options;
  const deepPage = quick ? 400 : 10_000;
  await db.query(
    `insert into projects (id, workspace_id, owner_id, created_by, name, description, created_at, updated_at)
     select 'prj_1' || lpad(i::text, 25, '0'), u.workspace_id, u.id, u.id, 'Project ' || i, 'Seeded',
            now() - interval '1 day' - i * interval '1 second', now()
       from generate_series(1, $1::integer) i, users u`,
    [deepPage * 100],
  );
  await db.query('vacuum analyze projects');
  await db.query('checkpoint');

  const headers = { authorization: `Bearer ${key}` };
  const url = (limit: number, cursor?: string) =>
    `${parley.url}/v1/projects?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`;
  // Page 10,000 begins after 9,999 pages of 25. Pages of 100 get there faster, and a cursor is valid for every limit.
  let cursor: string | undefined;
  for (let left = (deepPage - 1) * 25; left > 0; ) {
    const limit = Math.min(100, left);
    const page = (await (await fetch(url(limit, cursor), { headers })).json()) as Page;
    cursor = page.meta.next_cursor;
    left -= limit;
  }
  return compare(
    `page 1 against page ${deepPage.toLocaleString('en')}`,
    [
      { url: url(25), headers, pid: parley.pid },
      { url: url(25, cursor), headers, pid: parley.pid },
    ],
    measuring,
  );
}
