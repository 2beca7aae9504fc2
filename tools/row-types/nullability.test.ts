import { describe, expect, test } from 'vitest';
import { excludesNull, findNullable, type Plan } from './nullability.ts';

describe('a condition', () => {
  test.each([
    ['(t.a IS NOT NULL)'],
    ['((t.a IS NOT NULL) AND (t.b = 1))'],
    ['(t.a <= now())'],
    ['((t.a = 1) OR (t.a = 2))'],
    [`(lower(t.a) = 'x'::text)`],
  ])('%s is never true where t.a is null', (condition) => {
    expect(excludesNull(condition, 't.a')).toBe(true);
  });

  test.each([
    ['(t.a IS NULL)'],
    ['((t.a = 1) OR (t.b = 2))'],
    ['(t.ab IS NOT NULL)'],
    ['(t.a IS DISTINCT FROM 1)'],
    ['(COALESCE(t.a, 1) = 1)'],
  ])('%s can be true where t.a is null', (condition) => {
    expect(excludesNull(condition, 't.a')).toBe(false);
  });
});

describe('a result', () => {
  const scan = (Alias: string, more: Partial<Plan> = {}): Plan => ({
    'Node Type': 'Seq Scan',
    'Relation Name': 'things',
    Alias,
    ...more,
  });
  const leftJoin: Plan = {
    'Node Type': 'Hash Join',
    'Join Type': 'Left',
    Output: ['a.x', 'b.x', '(b.x + 1)'],
    Plans: [
      scan('a', { 'Parent Relationship': 'Outer' }),
      { 'Node Type': 'Hash', 'Parent Relationship': 'Inner', Plans: [scan('b')] },
    ],
  };

  test('a result can be null if its table is on the inner side of a left join', () => {
    const isNullable = findNullable(leftJoin);
    expect([isNullable(0, false), isNullable(1, false)]).toEqual([false, true]);
  });

  test('nothing is certain about an expression', () => {
    expect(findNullable(leftJoin)(2, undefined)).toBeUndefined();
  });

  test('a result can be null if its column can be, unless a filter excludes it', () => {
    expect(findNullable(scan('a', { Output: ['x'] }))(0, true)).toBe(true);
    expect(findNullable(scan('a', { Output: ['x'], Filter: '(a.x IS NOT NULL)' }))(0, true)).toBe(false);
  });

  test('a result can be null for an aggregate of all rows, and is uncertain for one of a group', () => {
    const aggregate = (Strategy: string): Plan => ({
      'Node Type': 'Aggregate',
      Strategy,
      Output: ['max(a.x)'],
      Plans: [scan('a', { 'Parent Relationship': 'Outer' })],
    });
    expect(findNullable(aggregate('Plain'))(0, undefined)).toBe(true);
    expect(findNullable(aggregate('Hashed'))(0, undefined)).toBeUndefined();
  });
});
