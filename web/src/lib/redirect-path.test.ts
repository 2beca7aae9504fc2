import { expect, it } from 'vitest';
import { redirectPath } from './redirect-path.ts';

it.each(['/projects', '/projects/prj_1?tab=board', '/settings/account#top'])(
  'accepts the path %s',
  (next) => {
    expect(redirectPath(next)).toBe(next);
  },
);

it.each([
  'https://example.com',
  '//example.com',
  '/\\example.com',
  'projects',
  'javascript:alert(1)',
  '',
  '/sign-in?next=/projects',
  7,
  undefined,
])('refuses %s', (next) => {
  expect(redirectPath(next)).toBeUndefined();
});
