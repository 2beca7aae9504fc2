import { expect, it } from 'vitest';
import { readSearchView } from './search-view.ts';

it('shows transcripts if the URL combines a search by meaning with another type', () => {
  expect(readSearchView({ q: 'price', type: 'note', mode: 'semantic' })).toEqual({
    q: 'price',
    type: 'segment',
    mode: 'semantic',
  });
});

it.each([
  { q: 'price', mode: 'semantic' },
  { q: 'price', type: 'segment', mode: 'semantic' },
  { q: 'price', type: 'note', mode: 'lexical' },
  { q: 'price', type: 'note' },
])('reads %j from the URL unchanged', (view) => {
  expect(readSearchView(view)).toEqual(view);
});

it('leaves out what it does not know', () => {
  expect(readSearchView({ q: '', type: 'sound', project: 4, mode: 'psychic' })).toEqual({});
});
