import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();

const hits = async (who: Account, q: string, more = '') =>
  (await who.get(`/v1/search?q=${encodeURIComponent(q)}${more}`)).body.data as Record<string, unknown>[];
const kinds = async (who: Account, q: string, more = '') =>
  (await hits(who, q, more)).map(({ type }) => type).sort();

async function newStudy(who: Account) {
  const project = (await who.post('/v1/projects', { name: 'Marmalade study' })).body.data.id as string;
  const path = `/v1/projects/${project}`;
  const segments = [{ start_seconds: 0, end_seconds: 4, text: 'Nothing here', speaker: 'A' }];
  const file = (await who.post(`${path}/files`, { name: 'Marmalade talk', transcript: { segments } })).body
    .data.id;
  const tag = (await who.post(`${path}/tags`, { name: 'marmalade' })).body.data.id as string;
  const survey = (await who.post(`${path}/tests`, { name: 'Marmalade survey', type: 'survey' })).body.data.id;
  const clip = newId('clip', parley.clock.now().getTime());
  await parley.db.query(sql`
    insert into clips (id, workspace_id, project_id, file_id, name, start_seconds, end_seconds, status, created_at, updated_at)
    values (${clip}, ${who.workspace_id}, ${project}, ${file}, 'Marmalade moment', 1.5, 2, 'ready', now(), now())`);
  return { project, path, file, tag, survey, clip };
}

describe('search by name', () => {
  test('finds projects, files, tags, clips and tests', async () => {
    const ada = await parley.account();
    const { project, file, tag, survey, clip } = await newStudy(ada);
    const found = await hits(ada, 'marmalade');
    expect(found.map(({ id }) => id).sort()).toEqual([project, file, tag, survey, clip].sort());
    const common = { project_id: project, project_name: 'Marmalade study', speaker: null };
    const home = `${parley.config.publicUrl}/projects/${project}`;
    const of = (id: string) => found.find((hit) => hit.id === id);
    expect(of(project)).toEqual({
      ...common,
      type: 'project',
      id: project,
      title: 'Marmalade study',
      file_id: null,
      snippet: '<mark>Marmalade</mark> study',
      start_seconds: null,
      url: home,
    });
    expect(of(file)).toMatchObject({ ...common, type: 'file', file_id: file, url: `${home}/files/${file}` });
    expect(of(clip)).toMatchObject({ ...common, type: 'clip', file_id: file, start_seconds: 1.5 });
    expect(of(tag)).toMatchObject({ ...common, type: 'tag', title: 'marmalade' });
    expect(of(survey)).toMatchObject({ ...common, type: 'test', title: 'Marmalade survey' });
  });

  test('tolerates typos, matches prefixes, and can be filtered by type and project', async () => {
    const ada = await parley.account();
    const { project } = await newStudy(ada);
    const other = await newStudy(ada);
    expect(await kinds(ada, 'marmelade', '&types=tag,test')).toEqual(['tag', 'tag', 'test', 'test']);
    expect(await kinds(ada, 'marmal', '&types=projects')).toEqual(['project', 'project']);
    const here = await hits(ada, 'marmalade', `&project_id=${other.project}`);
    expect(here).toHaveLength(5);
    expect(here.every((hit) => hit.project_id === other.project && hit.project_id !== project)).toBe(true);
  });

  test('reflects renames and deletions', async () => {
    const ada = await parley.account();
    const { path, file, tag, survey, clip } = await newStudy(ada);
    await ada.patch(path, { name: 'Quince study' });
    await ada.patch(`/v1/files/${file}`, { name: 'Quince talk' });
    await ada.patch(`/v1/tags/${tag}`, { name: 'quince' });
    await ada.patch(`/v1/tests/${survey}`, { name: 'Quince survey' });
    await ada.patch(`/v1/clips/${clip}`, { name: 'Quince moment' });
    expect(await kinds(ada, 'marmalade')).toEqual([]);
    expect(await kinds(ada, 'quince')).toEqual(['clip', 'file', 'project', 'tag', 'test']);
    await ada.delete(`/v1/tags/${tag}`);
    await ada.delete(`/v1/tests/${survey}`);
    await ada.delete(`/v1/files/${file}`);
    expect(await kinds(ada, 'quince')).toEqual(['project']);
    await ada.delete(path);
    expect(await kinds(ada, 'quince')).toEqual([]);
  });

  test('returns only records that the caller can access', async () => {
    const ada = await parley.account();
    const bob = await parley.account({ workspace_id: ada.workspace_id });
    const { path } = await newStudy(ada);
    expect(await kinds(bob, 'marmalade')).toEqual([]);
    expect(await kinds(await parley.account(), 'marmalade')).toEqual([]);
    await ada.patch(path, { visibility: 'workspace' });
    expect(await kinds(bob, 'marmalade')).toEqual(['clip', 'file', 'project', 'tag', 'test']);
  });
});
