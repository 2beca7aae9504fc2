import { notFound } from '../../foundation/errors.ts';
import { type IdKind, isId } from '../../foundation/ids.ts';
import type { Researcher } from '../../foundation/principal.ts';
import type { Db } from '../../platform/database/index.ts';
import { splitFilter } from '../../platform/database/keyset-page.ts';
import type { Route } from '../route.ts';
import { referenceKeyword } from '../schema.ts';

export interface Reader {
  db: Db;
  principal: Researcher;
  now: Date;
}

/** The kind of record in a filter. Lists of records that outlive their project also accept a deleted project. */
export type Reference = IdKind | 'project_or_deleted';

/** Finds a record of each kind: throws 404 or 403 where its own path would. */
export type Finders = Partial<Record<Reference, (reader: Reader, id: string) => Promise<unknown>>>;

/** A filter that names a record the caller cannot see is 404 or 403, never an empty list (spec §1.9). */
export function createReferenceGate(finders: Finders) {
  return (route: Pick<Route, 'query'>) => {
    const properties = (route.query?.properties ?? {}) as Record<string, Record<string, unknown>>;
    const filters = Object.entries(properties).flatMap(([name, schema]) => {
      const reference = schema[referenceKeyword] as Reference | undefined;
      const find = reference && finders[reference];
      const kind = reference === 'project_or_deleted' ? 'project' : reference;
      return kind && find ? [{ name, kind, find }] : [];
    });
    if (filters.length === 0) return undefined;
    return async (query: Record<string, unknown>, reader: Reader): Promise<void> => {
      for (const { name, kind, find } of filters) {
        const given = query[name];
        if (typeof given !== 'string') continue;
        for (const id of splitFilter(given)) {
          if (!isId(kind, id)) throw notFound(`${kind[0]?.toUpperCase()}${kind.slice(1)}`);
          await find(reader, id);
        }
      }
    };
  };
}
