import { kindOfId } from '../foundation/ids.ts';
import type { Route } from './route.ts';

export type Locate = (body: string | Buffer, params: Record<string, string>) => string | undefined;

/** Finds the path at which these routes read the record that was created: the value of `Location`. */
export function createLocator(prefix: string, routes: Pick<Route, 'method' | 'path' | 'ids'>[]): Locate {
  const readPaths = new Map<string, string>();
  for (const { method, path, ids = {} } of routes) {
    const last = /\/\{(\w+)\}$/.exec(path)?.[1];
    const kind = last === undefined ? undefined : ids[last];
    if (method === 'GET' && kind) readPaths.set(kind, path.replace(/\{\w+\}$/, '{id}'));
  }
  return (body, params) => {
    const id = createdId(body);
    const path = readPaths.get((id && kindOfId(id)) ?? '');
    return (
      path && `${prefix}${path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? id : params[name]) ?? '')}`
    );
  };
}

/** In a response with one record the id is the first field; a list has none. */
const createdId = (body: string | Buffer): string | undefined =>
  /^\{"data":\{"id":"(\w+)"/.exec(String(body.slice(0, 200)))?.[1];
