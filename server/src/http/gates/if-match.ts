import { invalidField } from '../../foundation/errors.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { entityTag, entityTagsOfLastDay, matchesTag } from '../entity-tag.ts';
import type { EventStream } from '../event-stream.ts';
import type { RoutedExchange } from '../respond.ts';
import type { Route } from '../route.ts';

type Body = string | Buffer | EventStream;

/**
 * Runs a change. With `If-Match`, it is refused with 422 if the record no longer has this ETag: the error table of v1 has no
 * 412 (spec §1.14). In a snapshot, PostgreSQL ends the transaction if another one changed the record after it was read, and
 * the transaction runs again.
 */
export async function runIfMatching<T>(
  { route, api, request }: RoutedExchange,
  now: Date,
  change: (db: Db, inTransaction: boolean) => Promise<T>,
  read: (route: Route, db: Db) => Promise<Body>,
): Promise<T> {
  const condition = request.headers['if-match'];
  if (condition === undefined || !['PATCH', 'PUT', 'DELETE'].includes(route.method))
    return change(api.db, false);
  const readRoute = api.singleReads.get(route.path);
  if (!readRoute) throw invalidField('If-Match', 'This record has no ETag.');
  return api.db.transaction(async (tx) => {
    tx.send(sql`set transaction isolation level repeatable read`);
    const body = (await read(readRoute, tx)) as string | Buffer;
    const tags = readRoute.signsUrls ? entityTagsOfLastDay(body, now) : [entityTag(body)];
    if (!tags.some((tag) => matchesTag(condition, tag)))
      throw invalidField('If-Match', 'The record has changed since it had this ETag. Read it again.');
    return change(tx, true);
  });
}
