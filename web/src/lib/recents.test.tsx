// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { addRecent, readRecents, removeRecent } from './recents.ts';

const file = (id: string) => ({ type: 'file' as const, id, projectId: 'prj_1', name: `File ${id}` });
const ids = () => readRecents('usr_1').map(({ id }) => id);

beforeEach(() => localStorage.clear());

test('the latest is first, and each page is listed once', () => {
  for (const id of ['a', 'b', 'a']) addRecent('usr_1', file(id));
  expect(ids()).toEqual(['a', 'b']);
});

test('a file keeps the place where the person stopped until there is another one', () => {
  addRecent('usr_1', { ...file('a'), seconds: 12 });
  addRecent('usr_1', file('a'));
  expect(readRecents('usr_1')).toMatchObject([{ id: 'a', seconds: 12 }]);
  addRecent('usr_1', { ...file('a'), seconds: 0 });
  expect(readRecents('usr_1')).toMatchObject([{ id: 'a', seconds: 0 }]);
});

test('each person has a list of their own, of at most 30', () => {
  for (let number = 0; number < 40; number++) addRecent('usr_1', file(`file ${number}`));
  expect(ids()).toHaveLength(30);
  expect(readRecents('usr_2')).toEqual([]);
});

test('a removed project takes its files with it', () => {
  addRecent('usr_1', file('a'));
  addRecent('usr_1', { ...file('b'), projectId: 'prj_2' });
  removeRecent('usr_1', 'prj_1');
  expect(ids()).toEqual(['b']);
});

test('ignores what is no list', () => {
  localStorage.setItem('parley-recents-usr_1', '{"broken');
  expect(ids()).toEqual([]);
  localStorage.setItem('parley-recents-usr_1', '[{"id":1},null,{"type":"page","id":"x"}]');
  expect(ids()).toEqual([]);
});

test('returns the same array until the list changes', () => {
  addRecent('usr_1', file('a'));
  const before = readRecents('usr_1');
  expect(readRecents('usr_1')).toBe(before);
});
