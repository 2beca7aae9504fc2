import type { preHandlerHookHandler } from 'fastify';
import { notFound } from '../../foundation/errors.ts';
import { type IdKind, isId } from '../../foundation/ids.ts';

/** A malformed id in the path gets the 404 of an unknown id. */
export function createIdGate(ids: Record<string, IdKind>): preHandlerHookHandler {
  const kinds = Object.entries(ids);
  return (request, _reply, done) => {
    const params = request.params as Record<string, string>;
    for (const [name, kind] of kinds) if (!isId(kind, params[name] ?? '')) return done(notFound());
    done();
  };
}
