// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { quickSearchQuery } from './search.ts';

afterEach(() => vi.unstubAllGlobals());

/** Searches in a project, and returns the queries that the server received. */
async function searchAndRead(answer: (query: URLSearchParams) => Response) {
  const queries: URLSearchParams[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const query = new URL(url).searchParams;
    queries.push(query);
    return answer(query);
  });
  await new QueryClient().fetchQuery(quickSearchQuery('price', 'prj_1'));
  return queries;
}

const found = () => Response.json({ data: [], meta: { next_cursor: null } });

it('searches by words and by meaning in the project of the page', async () => {
  const [query, ...more] = await searchAndRead(found);
  expect(query?.get('mode')).toBe('hybrid');
  expect(query?.get('project_id')).toBe('prj_1');
  expect(more).toEqual([]);
});

it('searches by words if the server has no model for meanings', async () => {
  const error = {
    code: 'validation_failed',
    message: 'Invalid',
    details: [{ field: 'mode', message: 'No model.' }],
  };
  const queries = await searchAndRead((query) =>
    query.get('mode') === 'hybrid' ? Response.json({ error }, { status: 422 }) : found(),
  );
  expect(queries.map((query) => query.get('mode'))).toEqual(['hybrid', 'lexical']);
});
