import { expect, test } from 'vitest';
import { assignableRoles } from './roles.ts';

const all = ['owner', 'admin', 'member', 'viewer'];

test.each([
  ['owner', 'member', false, all],
  ['owner', 'owner', false, all],
  ['owner', 'owner', true, []],
  ['admin', 'member', false, ['admin', 'member', 'viewer']],
  ['admin', 'admin', false, ['admin', 'member', 'viewer']],
  ['admin', 'owner', false, []],
  ['member', 'viewer', false, []],
  ['viewer', 'member', false, []],
] as const)('a %s can give a %s (last owner: %s) the roles %j', (mine, theirs, isLast, expected) => {
  expect(assignableRoles({ role: mine }, { role: theirs }, isLast)).toEqual(expected);
});
