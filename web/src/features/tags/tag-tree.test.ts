import { expect, it } from 'vitest';
import type { Tag } from '../../data/tags.ts';
import { treeRows, withDescendants } from './tag-tree.ts';

const tag = (id: string, parent_id: string | null = null, usage_count = 0): Tag =>
  ({ id, name: id, parent_id, usage_count, description: null, color: '#2B6A50' }) as Tag;
const tags = [
  tag('price', null, 1),
  tag('hidden cost', 'price', 9),
  tag('anger', 'hidden cost'),
  tag('delivery', null, 4),
];
const none = new Set<string>();
const shown = (options: Parameters<typeof treeRows>[1]) =>
  treeRows(tags, options).map((row) => `${'-'.repeat(row.depth)}${row.tag.id}`);

it('nests tags by name', () => {
  expect(shown({ q: '', sort: 'name', collapsed: none })).toEqual([
    'delivery',
    'price',
    '-hidden cost',
    '--anger',
  ]);
});

it('counts the uses of all tags below a tag', () => {
  const rows = treeRows(tags, { q: '', sort: 'name', collapsed: new Set(['price']) });
  expect(rows.map(({ tag: { id }, usesBelow }) => [id, usesBelow])).toEqual([
    ['delivery', 0],
    ['price', 9],
  ]);
});

it('sorts each level by use', () => {
  expect(shown({ q: '', sort: 'usage', collapsed: none })[0]).toBe('delivery');
});

it('hides what is below a collapsed tag', () => {
  expect(shown({ q: '', sort: 'name', collapsed: new Set(['price']) })).toEqual(['delivery', 'price']);
});

it('shows what a search finds below the tags above it, also below collapsed ones', () => {
  expect(shown({ q: 'ANGER', sort: 'name', collapsed: new Set(['price']) })).toEqual([
    'price',
    '-hidden cost',
    '--anger',
  ]);
});

it('shows a tag whose parent is gone at the top', () => {
  expect(treeRows([tag('lost', 'deleted')], { q: '', sort: 'name', collapsed: none })).toHaveLength(1);
});

it('finds everything below a tag', () => {
  expect(withDescendants(tags, ['price'])).toEqual(new Set(['price', 'hidden cost', 'anger']));
});
