import type { FastifyRequest } from 'fastify';
import { kindOfId } from '../foundation/ids.ts';
import { requestPath } from './request-path.ts';
import type { Route } from './route.ts';

export type Locate = (body: string | Buffer, request: FastifyRequest) => string | undefined;

/**
 * Finds the path at which these routes read the record or the job that was created: the value of `Location`. Several records
 * are read as the list to which they were added.
 */
export function createLocator(prefix: string, routes: Pick<Route, 'method' | 'path' | 'ids'>[]): Locate {
  const readPaths = new Map<string, string>();
  const listUrls = new Set<string>();
  for (const { method, path, ids = {} } of routes) {
    if (method !== 'GET') continue;
    const last = /\/\{(\w+)\}$/.exec(path)?.[1];
    const kind = last === undefined ? undefined : ids[last];
    if (kind) readPaths.set(kind, path.replace(/\{\w+\}$/, '{id}'));
    else listUrls.add(prefix + path.replace(/\{(\w+)\}/g, ':$1'));
  }
  return (body, request) => {
    const id = createdId(body);
    const path = readPaths.get((id && kindOfId(id)) ?? '');
    if (!path) return listUrls.has(request.routeOptions.url ?? '') ? requestPath(request) : undefined;
    const params = request.params as Record<string, string>;
    return `${prefix}${path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? id : params[name]) ?? '')}`;
  };
}

/** In a response with one record the id is the first field; a list has none. */
const createdId = (body: string | Buffer): string | undefined =>
  /^\{"data":\{"id":"(\w+)"/.exec(String(body.slice(0, 200)))?.[1];
