import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

/** Typo correction uses only words of projects that the caller can read. */

const parley = useParley();

async function newProject(who: Account, ...notes: string[]): Promise<string> {
  const { id } = (await who.post('/v1/projects', { name: 'Words' })).body.data;
  for (const body of notes) await who.post(`/v1/projects/${id}/notes`, { body });
  return id;
}
const found = async (who: Account, q: string, more = ''): Promise<string[]> =>
  (await who.get(`/v1/search?q=${encodeURIComponent(q)}${more}`)).body.data
    .map((hit: { snippet: string }) => hit.snippet)
    .sort();

/** Words with an edit distance of one or two to `kumquat`, enough to fill any list of candidates. */
const crowd = Array.from({ length: 26 * 8 }, (_, i) => {
  const letter = String.fromCharCode(97 + (i % 26));
  const at = Math.floor(i / 26);
  return `${'kumquat'.slice(0, at)}${letter}${'kumquat'.slice(at)}`;
}).filter((word) => word !== 'kumquatt');

describe('words of another workspace', () => {
  test('words of another workspace cannot be discovered by a search', async () => {
    const [ada, stranger] = [await parley.account(), await parley.account()];
    await newProject(ada, 'one kumquat', 'all the kumquatting');
    // An unknown word is treated as a possible typo and prefix. A known word would not be.
    const before = await found(ada, 'kumquatt all');
    expect(await found(ada, 'kumquatt')).toHaveLength(2);
    await newProject(stranger, 'kumquatt');
    expect(await found(ada, 'kumquatt')).toHaveLength(2);
    expect(await found(ada, 'kumquatt all')).toEqual(before);
  });

  test('do not displace the corrections of a workspace', async () => {
    const [ada, stranger] = [await parley.account(), await parley.account()];
    await newProject(ada, 'a single kumquat');
    await newProject(stranger, crowd.join(' '), `${crowd.join('s ')}s`);
    expect(await found(ada, 'kumqat')).toEqual(['a single <mark>kumquat</mark>']);
  });
});

describe('words of a project that the caller cannot read', () => {
  test('words of a project that the caller cannot read have no effect on a search until the project is shared', async () => {
    const ada = await parley.account();
    const bob = await parley.account({ workspace_id: ada.workspace_id });
    await newProject(bob, 'one kumquat', 'all the kumquatting');
    const secret = await newProject(ada, 'kumquatt', crowd.join(' '));
    expect(await found(bob, 'kumquatt')).toHaveLength(2);
    expect(await found(bob, 'kumqat')).toEqual(['one <mark>kumquat</mark>']);
    await ada.patch(`/v1/projects/${secret}`, { member_ids: [bob.user_id] });
    const after = await found(bob, 'kumquatt');
    expect(after).toContain('<mark>kumquatt</mark>');
    expect(after).not.toContain('one <mark>kumquat</mark>');
  });

  test('words of a project that the caller cannot read have no effect on a search within one project', async () => {
    const ada = await parley.account();
    const here = await newProject(ada, 'one kumquat', 'all the kumquatting');
    await newProject(ada, 'kumquatt');
    expect(await found(ada, 'kumquatt', `&project_id=${here}`)).toHaveLength(2);
  });
});

test('new words are looked up in the sorted indexes only, so a long transcript takes time in proportion to its length', async () => {
  const ada = await parley.account();
  const project = await newProject(ada);
  await parley.db.transaction(async (tx) => {
    // Includes earlier transactions of the same connection.
    const scansOf = async (name: string) =>
      (
        await tx.query<{ scans: number }>(
          sql`select pg_stat_get_xact_numscans(${name}::regclass)::integer as scans`,
        )
      )[0]?.scans ?? 0;
    const read = () =>
      Promise.all(
        ['workspace_words_near', 'workspace_words_exact', 'search_words_exact', 'workspace_words'].map(
          scansOf,
        ),
      );
    const before = await read();
    await tx.query(sql`
      insert into search_documents (id, type, workspace_id, project_id, body)
      select 'seg_' || n, 'segment', ${ada.workspace_id}, ${project}, 'word' || n from generate_series(1, 500) n`);
    const after = await read();
    expect(after.map((scans, i) => scans - (before[i] ?? 0))).toEqual([0, 500, 500, 0]);
  });
});
