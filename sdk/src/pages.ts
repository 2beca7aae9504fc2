import { ParleyError } from './error.ts';

interface Page<Item> {
  data?: { data: Item[]; meta: { next_cursor: string | null } };
  error?: unknown;
  response: Response;
}

/**
 * Iterates over every item of a list and reads the next page when it is needed. `parley.list` covers the lists of
 * the API; use this one for requests that you build yourself:
 * `for await (const project of items((cursor) => parley.GET('/v1/projects', { params: { query: { cursor } } })))`
 */
export async function* items<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const { data } = unwrap(await readPage(cursor));
    yield* data.data;
    cursor = data.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Returns a successful result; throws a ParleyError for any other. */
export function unwrap<Data, Result extends { data?: Data; error?: unknown; response: Response }>(
  result: Result,
): { data: NonNullable<Result['data']>; response: Response } {
  if (result.data === undefined || result.data === null)
    throw ParleyError.from(result.error, result.response);
  return { data: result.data, response: result.response };
}
