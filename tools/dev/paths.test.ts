import { expect, test } from 'vitest';
import { useParley } from '../../server/test/use-parley.ts';
import { serverPathPattern } from './paths.ts';

const pattern = new RegExp(serverPathPattern);

const parley = useParley();

test('npm run dev forwards every route of the server, except the files that Vite serves itself', () => {
  // The top level of the route tree contains the first segment of every path.
  const tree = parley.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const routes = tree.split('\n').flatMap((line) => /^[├└]── (\/\S*)/.exec(line)?.slice(1) ?? []);
  expect(routes).toContain('/readyz');
  const byVite = /^\/(assets\/\*|favicon\.svg)$/;
  expect(routes.filter((route) => !pattern.test(route) && !byVite.test(route))).toEqual([]);
});

test.each(['/', '/projects', '/settings/api-keys', '/src/app/main.tsx', '/@vite/client', '/sign-in'])(
  'npm run dev lets Vite serve %s',
  (path) => {
    expect(path).not.toMatch(pattern);
  },
);
