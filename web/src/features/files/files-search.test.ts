import { expect, it } from 'vitest';
import { hasFilter, readFilesSearch, toFilter } from './files-search.ts';

it.each([
  [{}, {}],
  [
    { view: 'grid', q: 'Ben', kind: 'video' },
    { view: 'grid', q: 'Ben', kind: 'video' },
  ],
  [{ view: 'wall', kind: 'cat', status: ['ready'], sort: 'size' }, {}],
  [{ q: 2026, sort: '-created_at' }, { q: '2026' }],
  [
    { transcription: 'requested,queued,running', sort: 'name' },
    { transcription: 'requested,queued,running', sort: 'name' },
  ],
  [{ q: 'x'.repeat(300) }, { q: 'x'.repeat(200) }],
])('reads %j', (given, expected) => {
  expect(readFilesSearch(given)).toEqual(expected);
});

it('fills in what the URL leaves out', () => {
  expect(toFilter({})).toEqual({
    q: '',
    kind: '',
    status: '',
    transcription: '',
    tag: '',
    sort: '-created_at',
  });
  expect(hasFilter({ view: 'grid', sort: 'name' })).toBe(false);
  expect(hasFilter({ tag: 'tag_1' })).toBe(true);
});
