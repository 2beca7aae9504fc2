import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../foundation/clock.ts';
import type { AccountHolder, Participant, Principal, Researcher } from '../foundation/principal.ts';
import type { Db } from '../platform/database/index.ts';
import type { createIdempotency } from './gates/idempotency.ts';
import type { createRateLimitGate } from './gates/rate-limit.ts';
import type { createReferenceGate } from './gates/references.ts';
import type { createReplayAccess } from './gates/replay-access.ts';
import type { Locate } from './location.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    verifiesLink?: boolean;
    requireReplayRole?: Route['requireReplayRole'];
  }
  interface FastifyRequest {
    principal: Principal | undefined;
    /** The Idempotency-Key of a valid POST. */
    idempotencyKey: string | undefined;
    /** Whether the response stored under the request's Idempotency-Key was already looked up. */
    keyChecked: boolean;
  }
}

export interface ApiDeps {
  db: Db;
  clock: Clock;
  idempotency: ReturnType<typeof createIdempotency>;
  references: ReturnType<typeof createReferenceGate>;
  requireReplayAccess: ReturnType<typeof createReplayAccess>;
}

/**
 * A set of routes with its own authenticator and gates: API keys at /v1, the signed-in browser at /app/v1, participants at
 * /p/v1. `admit` decides which principals reach the handlers, and its type is the one that they receive.
 */
export interface ApiMount<P extends Researcher | Participant> {
  prefix: string;
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<SenderOf<P>>;
  rateLimit: ReturnType<typeof createRateLimitGate<SenderOf<P>>>;
  admit(principal: Principal): P;
  routes: Route<P>[];
  /** The limit for routes without their own, instead of that of the server. */
  bodyBytesMax?: number;
  /** Clients may store the response to a single read and revalidate it; otherwise they store nothing. */
  cacheable?: boolean;
  /** Sends links to bytes relative to the host of the request, for pages that run on it. */
  relativeLinks?: (body: string) => string;
}

/** Who a mount authenticates, before it admits a part of them. */
type SenderOf<P> = P extends Researcher ? AccountHolder : Participant;

export interface MountedApi extends ApiDeps {
  bodyBytesMax: number;
  /** The routes that read one record, by path. */
  singleReads: ReadonlyMap<string, Route>;
  locate: Locate;
  cacheable: boolean;
  relativeLinks: ((body: string) => string) | undefined;
}
