import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findUnclearNames } from './test-names.ts';

describe('findUnclearNames', () => {
  test.each([
    "test('is refused', () => {});",
    "test('by two clients at once creates one record', () => {});",
    "test('cannot be skipped', () => {});",
    "test('can be repeated', () => {});",
    "test('has no effect on GET', () => {});",
    "test('with another key is a retry', () => {});",
    "it('Are listed', () => {});",
    "test.each([1])('of %i is even', () => {});",
    "test.skipIf(true)('that fails is retried', () => {});",
    "test.each<[string]>([['a']])(\n  'in %s',\n  () => {},\n);",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an example of a template in a source file.
    'test(`of ${name} responds`, () => {});',
  ])('reports %s', (source) => {
    expect(findUnclearNames('a.test.ts', source)).toEqual([expect.stringMatching(/^a\.test\.ts:\d: "/)]);
  });

  test.each([
    "test('returns 404 for a project in another workspace', () => {});",
    "it('isolates two workspaces', () => {});",
    "describe('in the browser', () => {});",
    "expect(of('is refused')).toBe(true);",
  ])('accepts %s', (source) => {
    expect(findUnclearNames('a.test.ts', source)).toEqual([]);
  });
});

test('every test has a name that is understood without its describe block', () => {
  const paths = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '');
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.flatMap((path) => findUnclearNames(path, readFileSync(path, 'utf8')))).toEqual([]);
});
