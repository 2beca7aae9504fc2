import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { createEmit, sampleEvent } from '../../../events/index.ts';
import { accessOf } from '../../../features/projects/index.ts';
import { type Db, sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
let ada: Account;

const parley = useParley({ clock });
beforeEach(async () => {
  ada = await parley.account();
});

interface Page {
  data: { id: string; created_at: string; data: { id: string; name: string } }[];
  meta: { next_cursor: string | null; resume_cursor: string };
}

const read = async (query = '', who = ada): Promise<Page> => {
  const answer = await who.get(`/v1/events?sort=created_at${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const resume = (page: Page, query = '') => read(`&cursor=${page.meta.resume_cursor}${query}`);
const create = async (name: string) => {
  clock.advance(1);
  return (await ada.post('/v1/projects', { name })).body.data;
};
const waits = (count: number, at = parley) =>
  until(async () => {
    const metrics = await (await fetch(`${at.url}/metrics`)).text();
    return metrics.includes(`\nparley_event_waits ${count}\n`);
  }, `${count} requests wait`);
const names = (page: Page) => page.data.map((event) => event.data.name);

/** Inserts an event in a transaction that is committed when the returned function is called. */
async function holdOpen(projectId: string, name: string): Promise<() => Promise<void>> {
  const written = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const emit = createEmit([], accessOf, () => {});
  const transaction = parley.db.transaction(async (tx: Db) => {
    await emit(tx, {
      type: 'project.updated',
      workspace_id: ada.workspace_id,
      project_id: projectId,
      data: { ...sampleEvent('project.updated').data, id: projectId, name },
      at: clock.now(),
    });
    written.resolve();
    await release.promise;
  });
  await written.promise;
  return async () => {
    release.resolve();
    await transaction;
  };
}

describe('a request with resume_cursor', () => {
  test('returns only the events since the cursor', async () => {
    await create('one');
    const first = await read();
    expect(names(first)).toEqual(['one']);
    expect(first.meta.next_cursor).toBeNull();
    const empty = await resume(first);
    expect(empty).toMatchObject({ data: [], meta: { next_cursor: null } });
    await create('two');
    await create('three');
    const next = await resume(empty);
    expect(names(next)).toEqual(['two', 'three']);
    expect(names(await resume(first))).toEqual(['two', 'three']);
    expect(names(await resume(next))).toEqual([]);
  });

  test('returns an event that was committed after a younger one was read', async () => {
    const { id } = await create('a project');
    const before = await read();
    const commit = await holdOpen(id, 'early, but committed late');
    clock.advance(1_000);
    await create('late, but committed early');
    const first = await resume(before);
    expect(names(first)).toEqual(['late, but committed early']);
    await commit();
    const second = await resume(first);
    expect(names(second)).toEqual(['early, but committed late']);
    expect(names(await resume(second))).toEqual([]);
  });

  test('returns an event that was committed after several pages were read', async () => {
    const { id } = await create('p0');
    const commit = await holdOpen(id, 'late');
    for (let i = 1; i < 6; i++) {
      clock.advance(1);
      await create(`p${i}`);
    }
    const first = await read('&limit=2');
    await commit();
    const second = await read(`&limit=2&cursor=${first.meta.next_cursor}`);
    expect(second.meta.resume_cursor).toBe(second.meta.next_cursor);
    const third = await read(`&limit=2&cursor=${second.meta.next_cursor}`);
    expect([first, second, third].flatMap(names)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']);
    expect(third.meta.next_cursor).toBeNull();
    expect(names(await resume(third))).toEqual(['late']);
  });

  test('returns several pages of new events in the order of creation', async () => {
    const start = await read();
    for (let i = 0; i < 5; i++) {
      clock.advance(1);
      await create(`p${i}`);
    }
    const seen: string[] = [];
    let cursor: string | null = start.meta.resume_cursor;
    for (let pages = 0; cursor !== null; pages++) {
      const page: Page = await read(`&limit=2&cursor=${cursor}`);
      seen.push(...names(page));
      cursor = page.meta.next_cursor;
      expect(pages).toBeLessThan(3);
    }
    expect(seen).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
  });

  test('applies the filters and returns no events of projects that the reader cannot see', async () => {
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const start = await read('', colleague);
    const filtered = await read('&type=project.deleted');
    const { id } = await create('private');
    await ada.post('/v1/projects', { name: 'shared', visibility: 'workspace' });
    await ada.delete(`/v1/projects/${id}`);
    expect(names(await read(`&cursor=${start.meta.resume_cursor}`, colleague))).toEqual(['shared']);
    const deleted = await read(`&type=project.deleted&cursor=${filtered.meta.resume_cursor}`);
    expect(names(deleted)).toEqual(['private']);
  });

  test('returns a long backlog completely, in windows', async () => {
    const start = await read();
    const deletions = await read('&type=project.deleted');
    const { id } = await create('first');
    const at = clock.now().toISOString();
    const sample = JSON.stringify({ ...sampleEvent('project.updated'), id: 'evt_x', created_at: at });
    const insert = (from: number) =>
      parley.db.query(sql`
        insert into events (id, workspace_id, project_id, type, body, created_at)
        select 'evt_bulk' || i, ${ada.workspace_id}, ${id}, 'project.updated',
               convert_to(replace(${sample}::text, 'evt_x', 'evt_bulk' || i), 'utf8'), ${clock.now()}
          from generate_series(${from}::int, ${from + 2999}::int) i`);
    await insert(0);
    await insert(3000);
    await create('last');
    const seen: string[] = [];
    let page = await read(`&limit=100&cursor=${start.meta.resume_cursor}`);
    for (; page.meta.next_cursor; page = await read(`&limit=100&cursor=${page.meta.next_cursor}`)) {
      seen.push(...page.data.map((event) => event.id));
    }
    seen.push(...page.data.map((event) => event.id));
    expect(seen).toHaveLength(6002);
    expect(new Set(seen).size).toBe(6002);
    expect(await resume(page)).toMatchObject({ data: [] });
    // The first windows have no event of this type. They are not returned as empty pages.
    await ada.delete(`/v1/projects/${id}`);
    const deleted = await read(`&type=project.deleted&cursor=${deletions.meta.resume_cursor}`);
    expect(names(deleted)).toEqual(['first']);
  });

  test('returns events that were copied from a database with higher transaction ids', async () => {
    await create('copied');
    await parley.db.query(sql`
      update events set transaction_id = '99999999999999' where workspace_id = ${ada.workspace_id}`);
    expect(names(await read())).toEqual(['copied']);
  });

  test('returns 422 for a cursor of another list, a cursor from before a restore, and a forged cursor', async () => {
    const { meta } = await read();
    const refused = async (cursor: string) => {
      const answer = await ada.get(`/v1/events?sort=created_at&cursor=${cursor}`);
      expect(answer.status).toBe(422);
      return answer.body.error.details[0].message;
    };
    const [fingerprint, key, id] = JSON.parse(Buffer.from(meta.resume_cursor, 'base64url').toString());
    const forge = (changed: string) =>
      Buffer.from(JSON.stringify([fingerprint, changed, id])).toString('base64url');
    const [mark, epoch, ...rest] = key.split('|');
    expect(await refused(forge([mark, 'other', ...rest].join('|')))).toContain('restored');
    expect(await refused(forge([mark, epoch, 'x', '', ''].join('|')))).toContain('not a cursor');
    expect(await refused(forge(mark))).toContain('not a cursor');
    const other = await ada.get(`/v1/events?sort=created_at&type=tag.created&cursor=${meta.resume_cursor}`);
    expect(other.status).toBe(422);
  });
});

describe('wait_seconds', () => {
  test('returns the next event as soon as it is committed', async () => {
    const start = await read();
    const waiting = resume(start, '&wait_seconds=30');
    await waits(1);
    await create('awaited');
    expect(names(await waiting)).toEqual(['awaited']);
  });

  test('returns an event of another process', async () => {
    const other = await startParley({ clock, sameDatabaseAs: parley });
    try {
      const start = await read();
      const waiting = resume(start, '&wait_seconds=30');
      await waits(1);
      await other.request('POST', '/v1/projects', {
        body: { name: 'from elsewhere' },
        headers: { authorization: `Bearer ${ada.key}` },
      });
      expect(names(await waiting)).toEqual(['from elsewhere']);
    } finally {
      await other.stop();
    }
  });

  test('returns an empty page after the time-out', async () => {
    const started = performance.now();
    const page = await read('&wait_seconds=1');
    expect(page).toMatchObject({ data: [], meta: { next_cursor: null, resume_cursor: expect.any(String) } });
    expect(performance.now() - started).toBeGreaterThan(900);
  });

  test('continues to wait after an event that the reader cannot see', async () => {
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const start = await read('', colleague);
    const waiting = read(`&cursor=${start.meta.resume_cursor}&wait_seconds=30`, colleague);
    await waits(1);
    await create('private');
    await ada.post('/v1/projects', { name: 'shared', visibility: 'workspace' });
    expect(names(await waiting)).toEqual(['shared']);
  });

  test.each<[string, (colleague: Account) => Promise<unknown>]>([
    ['was removed', (colleague) => ada.delete(`/v1/workspace/members/${colleague.user_id}`)],
    [
      'has revoked the API key',
      (colleague) =>
        parley.db.query(sql`update api_keys set revoked_at = now() where user_id = ${colleague.user_id}`),
    ],
  ])('returns 401 instead of an event if the reader %s while waiting', async (_, end) => {
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const start = await read('', colleague);
    const query = `sort=created_at&cursor=${start.meta.resume_cursor}&wait_seconds=30`;
    const waiting = colleague.get(`/v1/events?${query}`);
    await waits(1);
    await end(colleague);
    await ada.post('/v1/projects', { name: 'shared', visibility: 'workspace' });
    expect((await waiting).status).toBe(401);
  });

  test('returns 422 with another sort order or more than 30 seconds', async () => {
    for (const query of ['wait_seconds=5', 'sort=created_at&wait_seconds=31']) {
      const answer = await ada.get(`/v1/events?${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body.error.details[0].field).toBe('wait_seconds');
    }
    expect((await ada.get('/v1/events')).body.meta).toEqual({ next_cursor: null, resume_cursor: null });
  });

  test('uses no database connection while it waits', async () => {
    const waiting = Array.from({ length: 10 }, () => read('&wait_seconds=30'));
    await waits(10);
    await until(async () => {
      const [row] = await parley.db.query<{ busy: number }>(sql`
        select count(*)::int as busy from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and (state <> 'idle' or wait_event_type = 'Lock')`);
      return row?.busy === 0;
    }, 'all connections are idle');
    await create('the end');
    for (const page of await Promise.all(waiting)) expect(names(page)).toEqual(['the end']);
  });

  test('ends the oldest wait of a user with more than ten', async () => {
    const waiting = [read('&wait_seconds=30')];
    await waits(1);
    for (let i = 2; i <= 10; i++) waiting.push(read('&wait_seconds=30'));
    await waits(10);
    waiting.push(read('&wait_seconds=30'));
    expect(names(await (waiting[0] as Promise<Page>))).toEqual([]);
    await waits(10);
    await create('the end');
    for (const page of await Promise.all(waiting.slice(1))) expect(names(page)).toEqual(['the end']);
  });

  test('ends when the client disconnects', async () => {
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${ada.key}` };
    const url = `${parley.url}/v1/events?sort=created_at&wait_seconds=30`;
    const left = fetch(url, { headers, signal: gone.signal }).catch((error: Error) => error.name);
    await waits(1);
    gone.abort();
    expect(await left).toBe('AbortError');
    await waits(0);
  });

  test('ends when the server shuts down', async () => {
    const other = await startParley({ clock, sameDatabaseAs: parley });
    const headers = { authorization: `Bearer ${ada.key}` };
    const waiting = fetch(`${other.url}/v1/events?sort=created_at&wait_seconds=30`, { headers });
    await waits(1, other);
    const started = performance.now();
    await other.stop();
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(await (await waiting).json()).toMatchObject({ data: [], meta: { next_cursor: null } });
  });
});

test('a reader gets every event exactly once during concurrent writes', async () => {
  const start = await read();
  const writers = 8;
  const each = 15;
  const held = await create('held');
  let writing = true;
  const late = (async () => {
    for (let i = 0; writing; i++) {
      const commit = await holdOpen(held.id, `late ${i}`);
      await create(`between ${i}`);
      await commit();
    }
  })();
  const written = Promise.all(
    Array.from({ length: writers }, async (_, w) => {
      for (let i = 0; i < each; i++) {
        clock.advance(1);
        await create(`${w}-${i}`);
      }
    }),
  ).then(async () => {
    writing = false;
    await late;
  });
  const seen: string[] = [];
  let page = start;
  for (;;) {
    const isComplete = !writing;
    page = await resume(page, '&limit=7');
    seen.push(...page.data.map((event) => event.id));
    if (isComplete && page.data.length === 0 && page.meta.next_cursor === null) {
      await written;
      if ((await resume(page)).data.length === 0) break;
    }
  }
  const all = await parley.db.query<{ id: string }>(
    sql`select id from events where workspace_id = ${ada.workspace_id}`,
  );
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.sort()).toEqual(all.map((row) => row.id).sort());
}, 60_000);
