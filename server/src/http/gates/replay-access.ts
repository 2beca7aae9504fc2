import { AppError } from '../../foundation/errors.ts';
import { isId, kindOfId } from '../../foundation/ids.ts';
import { requireWriteRole } from '../../foundation/principal.ts';
import type { Route } from '../route.ts';
import type { Finders, Reader } from './references.ts';

/**
 * A stored response is not replayed to a user whose role no longer permits the route, or with whom the project is no longer
 * shared: 403, as for a new request. A record that was deleted since then does not matter: its creator still gets the response.
 */
export function createReplayAccess(finders: Finders) {
  return async (
    reader: Reader,
    requireRole: Route['requireReplayRole'],
    params: Record<string, string>,
    body: string,
  ): Promise<void> => {
    (requireRole ?? requireWriteRole)(reader.principal);
    for (const id of new Set([...Object.values(params), ...projectIdsOf(body)])) {
      const kind = kindOfId(id);
      const find = kind && isId(kind, id) ? finders[kind] : undefined;
      await find?.(reader, id).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      });
    }
  };
}

/** The projects of the records in a response, which is one record or several. */
function projectIdsOf(body: string): string[] {
  const { data } = JSON.parse(body) as { data: unknown };
  const records = (Array.isArray(data) ? data : [data]) as ({ project_id?: unknown } | null)[];
  return records.map((record) => record?.project_id).filter((id) => typeof id === 'string');
}
