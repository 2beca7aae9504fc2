import { ParleyError } from './error.ts';

interface Listed<Item> {
  data?: { data: Item[]; meta: { next_cursor: string | null } };
  error?: unknown;
  response: Response;
}

/**
 * Every item of a list, page by page as they are needed:
 * `for await (const project of items((cursor) => parley.GET('/v1/projects', { params: { query: { cursor } } })))`
 */
export async function* items<Item>(
  page: (cursor: string | undefined) => Promise<Listed<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const { data } = unwrap(await page(cursor));
    yield* data.data;
    cursor = data.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** The answer, or a ParleyError: for callers who would rather catch than check. */
export function unwrap<Data, Answer extends { data?: Data; error?: unknown; response: Response }>(
  answer: Answer,
): { data: NonNullable<Answer['data']>; response: Response } {
  if (answer.data === undefined || answer.data === null)
    throw ParleyError.from(answer.error, answer.response);
  return { data: answer.data, response: answer.response };
}
