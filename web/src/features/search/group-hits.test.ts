import { expect, it } from 'vitest';
import type { SearchHit } from '../../data/search.ts';
import { groupHits } from './group-hits.ts';

const hit = (type: SearchHit['type'], id: string, file_id: string | null = null) =>
  ({ type, id, file_id, title: file_id ? `File ${file_id}` : id, project_name: 'Shop' }) as SearchHit;

it('groups by type, transcripts by file, in the order of the best hits', () => {
  const groups = groupHits([
    hit('segment', 's1', 'f1'),
    hit('note', 'n1'),
    hit('segment', 's2', 'f2'),
    hit('segment', 's3', 'f1'),
    hit('note', 'n2'),
  ]);
  expect(groups.map(({ key, hits }) => [key, hits.map(({ id }) => id)])).toEqual([
    ['segment f1', ['s1', 's3']],
    ['note', ['n1', 'n2']],
    ['segment f2', ['s2']],
  ]);
  expect(groups[0]).toMatchObject({ fileTitle: 'File f1', projectName: 'Shop' });
});

it('orders the hits of one file by time', () => {
  const at = (id: string, start_seconds: number) => ({ ...hit('segment', id, 'f1'), start_seconds });
  const [group] = groupHits([at('late', 90), at('early', 5), at('middle', 40)]);
  expect(group?.hits.map(({ id }) => id)).toEqual(['early', 'middle', 'late']);
});

it('the result has no groups without hits', () => {
  expect(groupHits([])).toEqual([]);
});
