import { expect, test } from 'vitest';
import { pageOf } from './presence.ts';

test.each([
  ['/projects/prj_1', 'overview'],
  ['/projects/prj_1/', 'overview'],
  ['/projects/prj_1/board', 'board'],
  ['/projects/prj_1/files/fil_1', 'files/fil_1'],
  ['/projects/prj_1/reports/rep_1/print', 'reports/rep_1'],
  ['/projects/prj_1/Files%20', undefined],
])('finds the page of %s', (pathname, page) => {
  expect(pageOf(pathname)).toBe(page);
});
