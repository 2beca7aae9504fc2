import type { ParleyClient } from './client.ts';
import type { operations } from './generated.ts';
import { items, unwrap } from './pages.ts';
import { resourceTable } from './resource-table.ts';

type Table = typeof resourceTable;
type Kind = 'list' | 'body' | 'query';
type Row = readonly [id: keyof operations, method: string, path: string, kind: Kind];

/** Options of one request. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes a POST safe across restarts of your program. Default: a random key for each call. */
  idempotencyKey?: string | undefined;
}

/** The types of the parameters in the path, in their order. */
type PathArguments<Path extends string, Params> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Name extends keyof Params ? Params[Name] : string, ...PathArguments<Rest, Params>]
  : [];

type Fields<Operation, Key extends string> = Operation extends { parameters: { [K in Key]: infer Value } }
  ? Value
  : Operation extends { parameters: { [K in Key]?: infer Value } }
    ? Exclude<Value, undefined>
    : never;

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? [body: Body, options?: CallOptions]
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? [body?: Body, options?: CallOptions]
    : never;

type QueryOf<Query> = [Query] extends [never]
  ? [query?: Record<string, never>, options?: CallOptions]
  : Record<string, never> extends Query
    ? [query?: Query, options?: CallOptions]
    : [query: Query, options?: CallOptions];

type DataOf<Operation> = Operation extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)] extends {
      content: { 'application/json': { data: infer Data } };
    }
    ? Data
    : never
  : never;

type MethodOf<R extends Row> = (
  ...args: [
    ...PathArguments<R[2], Fields<operations[R[0]], 'path'>>,
    ...(R[3] extends 'body' ? BodyOf<operations[R[0]]> : QueryOf<Fields<operations[R[0]], 'query'>>),
  ]
) => R[3] extends 'list'
  ? AsyncGenerator<DataOf<operations[R[0]]> extends (infer Item)[] ? Item : never>
  : Promise<DataOf<operations[R[0]]>>;

/** A method for each operation of the API, grouped by its tag: `parley.projects.create({ name })`. */
export type Resources = {
  [Resource in keyof Table]: {
    [Method in keyof Table[Resource]]: Table[Resource][Method] extends Row
      ? MethodOf<Table[Resource][Method]>
      : never;
  };
};

type Send = (
  path: string,
  init: object,
) => Promise<{ data?: { data: unknown }; error?: unknown; response: Response }>;

export function createResources(client: ParleyClient): Resources {
  const resources = Object.entries(resourceTable).map(([resource, methods]) => [
    resource,
    Object.fromEntries(
      Object.entries(methods as Record<string, Row>).map(([name, row]) => [name, createMethod(client, row)]),
    ),
  ]);
  // The types tie each method to its operation; inside, they are opaque.
  return Object.fromEntries(resources) as Resources;
}

/** An empty id would make the path that of the list, whose records are of another type. */
function requireId(name: string, value: unknown): unknown {
  if (value === undefined || value === null || value === '')
    throw new TypeError(`${name} must not be empty.`);
  return value;
}

function createMethod(client: ParleyClient, [, method, template, kind]: Row) {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const send = client[method as 'GET'] as unknown as Send;
  return (...args: unknown[]) => {
    const path = Object.fromEntries(names.map((name, at) => [name, requireId(name, args[at])]));
    const input = args[names.length] as object | undefined;
    const { signal, idempotencyKey } = (args[names.length + 1] ?? {}) as CallOptions;
    const init = (query: object | undefined) => ({
      params: { path, query },
      ...(kind === 'body' && input !== undefined ? { body: input } : {}),
      ...(signal ? { signal } : {}),
      ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
    });
    if (kind === 'list') {
      return items(
        (cursor) =>
          send(template, init(cursor === undefined ? input : { ...input, cursor })) as Promise<never>,
      );
    }
    return send(template, init(kind === 'body' ? undefined : input)).then(
      (result) => unwrap(result).data.data,
    );
  };
}
