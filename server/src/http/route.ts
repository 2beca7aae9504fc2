import type { FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { IdKind } from '../foundation/ids.ts';
import { Json } from '../foundation/json.ts';
import type { Participant, Principal, Researcher } from '../foundation/principal.ts';
import type { Db } from '../platform/database/index.ts';

/** The part of a call that services need: the researcher, the database and the time of the request. */
export interface Caller {
  db: Db;
  principal: Researcher;
  now: Date;
}

/** What a handler receives. */
export interface Call<
  Params = Record<string, string>,
  Query = unknown,
  Body = unknown,
  P extends Principal = Researcher,
> {
  principal: P;
  params: Params;
  query: Query;
  body: Body;
  db: Db;
  /** Whether `db` is the transaction of the whole request, as with an Idempotency-Key or `If-Match`. Otherwise it is the pool. */
  inTransaction: boolean;
  now: Date;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
  /** The last event of a stream that the browser received before it lost the connection. */
  readonly lastEventId: string | undefined;
  /** The address of the client, for limits. */
  readonly address: string;
  /** A header of the request. Only for what a participant's browser says about itself: its language and its timezone. */
  header(name: 'accept-language' | 'x-timezone'): string | undefined;
}

export interface Received {
  body: unknown;
  release(): Promise<void>;
}

export interface RouteResult {
  /** If the route has two successful responses: the one that this is. Default: the route's `status`. */
  status?: 201;
  /** A value to serialize, or `Json` or `CachedJson`, which are already serialized, or an `EventStream`. */
  data: unknown;
  /** Present on lists, null on the last page. */
  next_cursor?: string | null;
  /** On followable lists: the position to continue from, even after the last page. */
  resume_cursor?: string | null;
}

/** A large value that is sent many times. Its response is serialized once, and its ETag computed once. */
export class CachedJson {
  readonly response: Buffer;

  constructor(data: unknown) {
    this.response = Buffer.from(renderResult({ data }));
  }
}

export function renderResult({ data, next_cursor, resume_cursor }: RouteResult): string | Buffer {
  if (data instanceof CachedJson) return data.response;
  const text = data instanceof Json ? data.text : JSON.stringify(data);
  if (next_cursor === undefined) return `{"data":${text}}`;
  return `{"data":${text},"meta":${JSON.stringify({ next_cursor, resume_cursor })}}`;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RouteParts<P extends Principal = Researcher> {
  method: Method;
  /** Relative to the mount, in OpenAPI's notation: `/projects/{projectId}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  status: 200 | 201 | 202;
  /** Ids in the path and their kind. A malformed id gets 404 without a query. */
  ids?: Record<string, IdKind>;
  /** Path parameters that are not ids. */
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body may be missing. */
  bodyOptional?: boolean;
  bodyBytesMax?: number;
  /** Other content types, whose bodies `receive` reads. */
  rawContentTypes?: string[];
  /** The fields of a `multipart/form-data` body, for the OpenAPI document. */
  form?: TObject;
  /**
   * Reads a body of such a type before the request's transaction begins, because it may take long. Its result becomes
   * `call.body`. `release` is always called at the end of the request.
   */
  receive?(request: FastifyRequest, principal: P): Promise<Received>;
  data: TSchema;
  /** A second successful response: the record, if the request may also create it at once instead of starting a job. */
  created?: TSchema;
  list?: boolean;
  /** A list with `meta.resume_cursor`. */
  followable?: boolean;
  /** The response contains signed URLs, which differ in every read. Its ETag ignores them. */
  signsUrls?: boolean;
  /**
   * The route's own statement checks that the participant's link is still valid. The authenticator may then return a link
   * that it remembers, without a statement of its own.
   */
  verifiesLink?: boolean;
  /**
   * Throws 403 if the role of the caller does not permit the route. Checked before a stored response is replayed. Without it,
   * every role that may write gets the response.
   */
  requireReplayRole?(principal: Researcher): void;
  /** Only for the signed-in browser, not for API keys. */
  appOnly?: boolean;
  example?: { body?: unknown };
}

/** A route of /v1 and /app/v1, or of /p/v1 if `P` is a participant. */
export interface Route<P extends Principal = Researcher> extends RouteParts<P> {
  handler(call: Call<Record<string, string>, unknown, unknown, P>): Promise<RouteResult>;
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

type RouteDefinition<Ids, P, Q, B, Who extends Principal> = Omit<
  RouteParts<Who>,
  'ids' | 'params' | 'query' | 'body'
> & {
  ids?: Ids;
  params?: P;
  query?: Q;
  body?: B;
  handler(
    call: Call<
      Record<keyof Ids & string, string> & StaticOr<P, unknown>,
      StaticOr<Q, undefined>,
      StaticOr<B, undefined>,
      Who
    >,
  ): Promise<RouteResult>;
};

/** Derives the handler's types from the route's schemas. */
export function route<
  const Ids extends Record<string, IdKind> | undefined = undefined,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(definition: RouteDefinition<Ids, P, Q, B, Researcher>): Route {
  return definition as unknown as Route;
}

/** Like `route`, for a route of /p/v1. */
export function participantRoute<
  const Ids extends Record<string, IdKind> | undefined = undefined,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(definition: RouteDefinition<Ids, P, Q, B, Participant>): Route<Participant> {
  return definition as unknown as Route<Participant>;
}
