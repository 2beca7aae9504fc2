import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { sweepSearchWords } from './store.ts';

const parley = useParley();

/** Creates a workspace for one test, so that tests do not find each other's data. */
async function newWorkspace(more = {}) {
  const ada = await parley.account();
  const project = (await ada.post('/v1/projects', { name: 'Library', ...more })).body.data.id as string;
  const note = async (body: string, extra = {}, home = project) =>
    (await ada.post(`/v1/projects/${home}/notes`, { body, ...extra })).body.data.id as string;
  const card = async (title: string, extra = {}) =>
    (await ada.post(`/v1/projects/${project}/cards`, { title, ...extra })).body.data.id as string;
  return { ada, project, note, card };
}

const search = (who: Account, q: string, more = '') =>
  who.get(`/v1/search?q=${encodeURIComponent(q)}${more}`);
const ids = async (who: Account, q: string, more = '') =>
  (await search(who, q, more)).body.data.map((hit: { id: string }) => hit.id);

describe('search', () => {
  test('finds notes and cards by all words, with the hit marked and the rest escaped', async () => {
    const { ada, project, note, card } = await newWorkspace();
    const a = await note('They <b>all</b> look for the price "first" & leave', { title: 'Checkout' });
    const b = await card('Nobody finds the price', { evidence: [{ quote: 'Where at checkout is it?' }] });
    await note('Nothing to see here');
    const { body } = await search(ada, 'price checkout');
    expect(body.data).toHaveLength(2);
    expect(body.data.find((hit: { id: string }) => hit.id === a)).toEqual({
      type: 'note',
      id: a,
      title: 'Checkout',
      project_id: project,
      project_name: 'Library',
      file_id: null,
      speaker: null,
      snippet:
        '<mark>Checkout</mark> They &#60;b&#62;all&#60;/b&#62; look for the <mark>price</mark> &#34;first&#34; &#38; leave',
      start_seconds: null,
      url: `${parley.config.publicUrl}/projects/${project}/notes/${a}`,
    });
    expect(body.data.find((hit: { id: string }) => hit.id === b)).toMatchObject({
      type: 'card',
      snippet: 'Nobody finds the <mark>price</mark> Where at <mark>checkout</mark> is it?',
    });
    expect(body.meta).toEqual({ next_cursor: null });
  });

  test('ranks a title above a body and an exact word above a prefix', async () => {
    const { ada, note } = await newWorkspace();
    const begins = await note('pricelessness of it all');
    const body = await note('something about the price of it all');
    const title = await note('something else altogether', { title: 'Price' });
    expect(await ids(ada, 'price')).toEqual([title, body, begins]);
  });

  test('matches the last word as a prefix, and tolerates typos', async () => {
    const { ada, note } = await newWorkspace();
    const id = await note('Participants abandoned the checkout because of shipping costs');
    for (const q of [
      'check',
      'abandoned chec',
      'chekcout',
      'particpants shiping',
      'SHIPPNIG',
      'abandonned checkuot',
    ]) {
      expect(await ids(ada, q), q).toEqual([id]);
    }
    expect((await search(ada, 'shiping')).body.data[0].snippet).toContain('<mark>shipping</mark>');
    for (const q of ['invoice', 'checkout invoice', 'chicken']) expect(await ids(ada, q), q).toEqual([]);
  });

  test('tolerates a typo that is itself a known word', async () => {
    const { ada, note } = await newWorkspace();
    const other = await newWorkspace();
    await other.note('We saw a form');
    const id = await note('It came from Berlin');
    expect(await ids(ada, 'form Berlin')).toEqual([id]);
  });

  test('matches words in quotation marks as a phrase', async () => {
    const { ada, note } = await newWorkspace();
    const id = await note('the free plan is enough');
    await note('plan a free day');
    expect(await ids(ada, '"free plan"')).toEqual([id]);
    expect(await ids(ada, 'free plan')).toHaveLength(2);
  });

  test.each([
    ['German', 'Die Überprüfung der Straße', 'uberprufung', 'STRAßE'],
    ['French', "L'été à la crèche", 'ete', 'creche'],
    ['Russian', 'Покупатели ищут цену', 'покупатели', 'ЦЕНУ'],
    ['Greek', 'Οι χρήστες ψάχνουν', 'χρηστες', 'ΨΑΧΝΟΥΝ'],
    ['Chinese', '用户研究平台很有用', '研究', '用户研究'],
    ['Japanese', 'ユーザー調査は楽しい', '調査', '楽しい'],
    ['Korean', '사용자 조사를 했다', '사용자', '조사'],
    ['Thai', 'ผู้ใช้ต้องการราคา', 'ราคา', 'ต้องการ'],
    ['Hindi', 'उपयोगकर्ता मूल्य खोजते हैं', 'मूल्य', 'उपयोगकर्ता'],
    ['Arabic', 'يبحث المستخدمون عن السعر', 'السعر', 'المستخدمون'],
    ['Hebrew', 'משתמשים מחפשים מחיר', 'מחיר', 'משתמשים'],
    ['Turkish', 'Kullanıcılar fiyatı arıyor', 'fiyatı', 'kullanıcılar'],
  ])('finds words in %s', async (_, text, first, second) => {
    const { ada, note } = await newWorkspace();
    const id = await note(text);
    for (const q of [first, second]) {
      const { body } = await search(ada, q);
      expect(
        body.data.map((hit: { id: string }) => hit.id),
        q,
      ).toEqual([id]);
      expect(body.data[0].snippet, q).toContain('<mark>');
    }
  });

  test('returns 200 for any query text', async () => {
    const { ada, note } = await newWorkspace();
    await note("plain text, it's 50% off; a\\b <x> c:* (d & !e) 👩‍🔬 foo-bar ada@example.com");
    const odd = [
      "'",
      '"',
      '\\',
      "it's",
      '%',
      '👩‍🔬',
      '&',
      '!',
      '(',
      ':*',
      "a' | 'b",
      '<->',
      '-',
      'x'.repeat(200),
      '"" "',
      'ﷺ',
      '\u0301',
    ];
    for (const q of odd) expect((await search(ada, q)).status, q).toBe(200);
    for (const q of ["it's", '50%', 'a\\b', 'foo-bar', 'ada@example.com', 'example']) {
      expect(await ids(ada, q), q).toHaveLength(1);
    }
    const faults = async (query: string) =>
      (await ada.get(`/v1/search?${query}`)).body.error.details.map((row: { field: string }) => row.field);
    expect(await faults('')).toEqual(['q']);
    expect(await faults('q=%20')).toEqual(['q']);
    expect(await faults('q=a&limit=0')).toEqual(['limit']);
    expect(await faults('q=a&types=note,video')).toEqual(['types']);
    expect(await faults('q=a&cursor=rubbish')).toEqual(['cursor']);
  });

  test('search can be filtered by type and by project', async () => {
    const { ada, project, note, card } = await newWorkspace();
    const second = (await ada.post('/v1/projects', { name: 'Second' })).body.data.id;
    const a = await note('pear');
    const b = await card('pear');
    const c = await note('pear', {}, second);
    expect((await ids(ada, 'pear')).sort()).toEqual([a, b, c].sort());
    expect(await ids(ada, 'pear', '&types=card')).toEqual([b]);
    expect(await ids(ada, 'pear', '&types=notes,cards')).toHaveLength(3);
    expect((await ids(ada, 'pear', `&project_id=${project}`)).sort()).toEqual([a, b].sort());
    expect(await ids(ada, 'pear', `&project_id=${second}&types=note`)).toEqual([c]);
  });

  test('finds segments with speaker and time, after edits too, until the file is deleted', async () => {
    const { ada, project } = await newWorkspace();
    const file = (
      await ada.post(`/v1/projects/${project}/files`, {
        name: 'Interview',
        transcript: {
          segments: [
            { speaker: 'A', start_seconds: 0, end_seconds: 2, text: 'What did you expect?' },
            { speaker: 'B', start_seconds: 2.5, end_seconds: 4, text: 'A rhubarb pie, of course.' },
          ],
        },
      })
    ).body.data;
    const segment = (await ada.get(`/v1/files/${file.id}/transcript`)).body.data.segments[1];
    const { body } = await search(ada, 'rhubarb pie', '&types=segment');
    expect(body.data).toEqual([
      {
        type: 'segment',
        id: segment.id,
        title: 'Interview',
        project_id: project,
        project_name: 'Library',
        speaker: 'B',
        file_id: file.id,
        snippet: 'A <mark>rhubarb</mark> <mark>pie</mark>, of course.',
        start_seconds: 2.5,
        url: `${parley.config.publicUrl}/projects/${project}/files/${file.id}?t=2.5`,
      },
    ]);
    await ada.patch(`/v1/files/${file.id}/transcript/segments/${segment.id}`, { text: 'A gooseberry pie.' });
    expect(await ids(ada, 'rhubarb')).toEqual([]);
    expect(await ids(ada, 'gooseberry')).toEqual([segment.id]);
    await ada.delete(`/v1/files/${file.id}`);
    expect(await ids(ada, 'gooseberry')).toEqual([]);
  });

  test('returns every hit exactly once across pages', async () => {
    const { ada, note } = await newWorkspace();
    const made = new Set<string>();
    for (let i = 0; i < 11; i++) made.add(await note(`quince number ${'quince '.repeat(i % 3)}`));
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await search(ada, 'quince', `&limit=4${cursor}`);
      seen.push(...body.data.map((hit: { id: string }) => hit.id));
      if (!body.meta.next_cursor) break;
      cursor = `&cursor=${body.meta.next_cursor}`;
    }
    expect(seen).toHaveLength(11);
    expect(new Set(seen)).toEqual(made);
    const { body } = await search(ada, 'quince', '&limit=4');
    const other = await search(ada, 'number', `&limit=4&cursor=${body.meta.next_cursor}`);
    expect(other.body.error.details[0].field).toBe('cursor');
  });

  test('reflects changes, and stops finding records that are deleted alone or with their lane or project', async () => {
    const { ada, project, note, card } = await newWorkspace();
    const a = await note('mango');
    const b = await card('mango');
    await ada.patch(`/v1/notes/${a}`, { body: 'papaya' });
    expect(await ids(ada, 'mango')).toEqual([b]);
    expect(await ids(ada, 'papaya')).toEqual([a]);
    await ada.delete(`/v1/notes/${a}`);
    expect(await ids(ada, 'papaya')).toEqual([]);
    await ada.delete(`/v1/projects/${project}`);
    expect(await ids(ada, 'mango')).toEqual([]);
    await ada.post(`/v1/projects/${project}/restore`);
    expect(await ids(ada, 'mango')).toEqual([b]);
    const { lane_id } = (await ada.get(`/v1/cards/${b}`)).body.data;
    await ada.delete(`/v1/lanes/${lane_id}?cards=delete`);
    expect(await ids(ada, 'mango')).toEqual([]);
    await parley.db.query(sql`delete from projects where id = ${project}`);
    expect(await parley.db.query(sql`select 1 from search_documents where project_id = ${project}`)).toEqual(
      [],
    );
  });

  test('removes words that no record contains within a day', async () => {
    const { ada, note } = await newWorkspace();
    const gone = await note('Bartholomew lives');
    await note('lives on');
    const words = async () =>
      (
        await parley.db.query<{ word: string }>(sql`
        select distinct word from search_words where word in ('bartholomew', 'lives') order by word`)
      ).map((row) => row.word);
    await ada.delete(`/v1/notes/${gone}`);
    expect(await words()).toEqual(['bartholomew', 'lives']);
    for (let hour = 0; hour < 24; hour++)
      await sweepSearchWords(parley.db, new Date(Date.UTC(2026, 0, 1, hour)));
    expect(await words()).toEqual(['lives']);
  });
});

describe('search access', () => {
  test('finds only accessible records; filtering by an inaccessible project returns 403 or 404', async () => {
    const { ada, project, note } = await newWorkspace();
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
    const stranger = await parley.account();
    const id = await note('persimmon');
    expect(await ids(ada, 'persimmon')).toEqual([id]);
    for (const who of [colleague, viewer, stranger]) expect(await ids(who, 'persimmon')).toEqual([]);
    const named = async (who: Account) => (await search(who, 'persimmon', `&project_id=${project}`)).status;
    expect([await named(ada), await named(colleague), await named(stranger)]).toEqual([200, 403, 404]);
    await ada.patch(`/v1/projects/${project}`, { member_ids: [viewer.user_id] });
    expect(await ids(viewer, 'persimmon')).toEqual([id]);
    expect(await ids(colleague, 'persimmon')).toEqual([]);
    await ada.patch(`/v1/projects/${project}`, { visibility: 'workspace' });
    expect(await ids(colleague, 'persimmon')).toEqual([id]);
    expect(await ids(stranger, 'persimmon')).toEqual([]);
  });
});
