import type { FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { IdKind } from '../foundation/ids.ts';
import type { Principal } from '../foundation/principal.ts';
import type { Db, Sql } from '../platform/database/index.ts';

/** What a handler is given: who asks, what for, and the database (its transaction, if the request has one). */
export interface Call<Params = Record<string, string>, Query = unknown, Body = unknown> {
  principal: Principal;
  params: Params;
  query: Query;
  body: Body;
  db: Db;
  now: Date;
  /** Where the request has an Idempotency-Key and the route is `oneStatement`. */
  claim: Claim | undefined;
  /** For the few routes whose body is not JSON. */
  request: FastifyRequest;
}

/**
 * The statement that claims the request's Idempotency-Key and keeps the answer, given its data in JSON. It returns a row
 * if the key was free; one that does its work if there is that row, and only then, may be sent any number of times.
 */
export type Claim = (data: string) => Sql;

/** Thrown where the claim returned no row. */
export class KeyTaken extends Error {}

export interface Received {
  body: unknown;
  release(): Promise<void>;
}

/** What a handler gives: data, or the bytes of the whole answer where it has them already. */
export type Answer = DataAnswer | RenderedAnswer;

interface DataAnswer {
  data: unknown;
  /** Present on lists, null at the end. */
  next_cursor?: string | null;
  /** On lists that can be followed: where to go on, also after the end. */
  resume_cursor?: string | null;
}

interface RenderedAnswer {
  /** The envelope in JSON, made by `renderAnswer` or `envelope`. */
  rendered: Buffer | string;
}

/** Around data that is in JSON already. */
export const envelope = (data: string): string => `{"data":${data}}`;

export const renderAnswer = (answer: DataAnswer): string => {
  const { data, next_cursor, resume_cursor } = answer;
  return JSON.stringify(
    next_cursor === undefined ? { data } : { data, meta: { next_cursor, resume_cursor } },
  );
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RouteParts {
  method: Method;
  /** Relative to the mount, in OpenAPI's notation: `/projects/{projectId}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  status: 200 | 201 | 202;
  /** Ids in the path and their kind: one that can't exist is a 404 without a database read. */
  ids?: Record<string, IdKind>;
  /** Path parameters that are not ids. */
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body may be left out altogether. */
  bodyOptional?: boolean;
  bodyBytesMax?: number;
  /** Other content types, which `receive` reads by itself. */
  rawContentTypes?: string[];
  /**
   * Reads a body of such a type, before the request's transaction begins: it may be long. What it gives becomes
   * `call.body`, and `release` is called when the request is over, however it ended.
   */
  receive?(request: FastifyRequest, principal: Principal): Promise<Received>;
  data: TSchema;
  list?: boolean;
  /** A list with `meta.resume_cursor`. */
  followable?: boolean;
  /** The answer holds signed URLs, which differ in every read. Its ETag leaves them out. */
  signsUrls?: boolean;
  /** Spends a credit of the plan: documents 402 `quota_exceeded`. */
  spends?: boolean;
  /**
   * For whom the handler does all it does in one statement, with `call.claim` in it: their keys need no transaction.
   * Nothing but an error may then keep the statement from its work.
   */
  oneStatement?(principal: Principal): boolean;
  /** Only for the signed-in browser, not for API keys. */
  appOnly?: boolean;
  example?: { body?: unknown };
}

export interface Route extends RouteParts {
  handler(call: Call): Promise<Answer>;
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

/** Types the handler by the route's own schemas. */
export function route<
  const Ids extends Record<string, IdKind> | undefined = undefined,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  definition: Omit<RouteParts, 'ids' | 'params' | 'query' | 'body'> & {
    ids?: Ids;
    params?: P;
    query?: Q;
    body?: B;
    handler(
      call: Call<
        Record<keyof Ids & string, string> & StaticOr<P, unknown>,
        StaticOr<Q, undefined>,
        StaticOr<B, undefined>
      >,
    ): Promise<Answer>;
  },
): Route {
  return definition as unknown as Route;
}
