import type { TSchema } from 'typebox';
import { idPrefixes } from '../../foundation/ids.ts';
import type { Route } from '../route.ts';
import { toPascalCase } from '../schema.ts';
import { exampleOf } from './example.ts';
import type { Expand, Json } from './unions.ts';

export const sharedHeaders: Record<string, Json> = {
  RequestId: { description: 'Include it when you report a problem.', schema: { type: 'string' } },
  RateLimitLimit: {
    description: 'Requests a minute for this key; 2147483647 if the server sets no limit.',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: {
    description: 'Requests left in this window; 2147483647 if the server sets no limit.',
    schema: { type: 'integer' },
  },
  RateLimitReset: { description: 'Unix second at which the window ends.', schema: { type: 'integer' } },
  RetryAfter: {
    description: 'Whole seconds. With 429, a request after that time succeeds; with 503, it may succeed.',
    schema: { type: 'integer' },
  },
  Location: {
    description:
      'The path of the record or job that was created, or of the list that contains several new records.',
    schema: { type: 'string', examples: ['/v1/projects/prj_01k9p3v7e8r5ys1q2w4x6z8abc'] },
  },
  ETag: {
    description:
      'The version of this response. Send it as `If-None-Match` to receive 304 if nothing changed, or as `If-Match` with a ' +
      'change, which is then refused with 422 if the record has changed since.',
    schema: { type: 'string', examples: ['W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'] },
  },
  WwwAuthenticate: { description: 'How to authenticate.', schema: { type: 'string', examples: ['Bearer'] } },
  IdempotentReplayed: {
    description: '`true` if this is the stored response of the first request with the key.',
    schema: { type: 'string' },
  },
};

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const requestId = { 'X-Request-Id': header('RequestId') };
const rateLimits = {
  'X-RateLimit-Limit': header('RateLimitLimit'),
  'X-RateLimit-Remaining': header('RateLimitRemaining'),
  'X-RateLimit-Reset': header('RateLimitReset'),
};

function failure(description: string, code: string, message: string, headers: Json = {}): Json {
  return {
    description,
    headers: { ...requestId, ...headers },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: {
          error: {
            code,
            message,
            details: code === 'validation_failed' ? [{ field: 'limit', message: 'must be <= 100.' }] : [],
          },
        },
      },
    },
  };
}

export const sharedResponses: Record<string, Json> = {
  NotModified: {
    description: 'Not changed since the version in `If-None-Match`. No body.',
    headers: { ...requestId, ...rateLimits, ETag: header('ETag') },
  },
  Unauthorized: failure(
    '`unauthorized`: no key, or one that is invalid, expired or revoked.',
    'unauthorized',
    'This API key was revoked. Use another one.',
    { 'WWW-Authenticate': header('WwwAuthenticate') },
  ),
  Payment: failure(
    '`plan_required`: free plan or none; `quota_exceeded`: a credit of the plan is used up, or the workspace has as many of these as the plan allows.',
    'plan_required',
    'The API is part of the paid plans.',
    rateLimits,
  ),
  Forbidden: failure(
    '`forbidden`: a participant account, or a resource that is not yours.',
    'forbidden',
    'You do not have access to this resource.',
    rateLimits,
  ),
  NotFound: failure(
    '`not_found`: it does not exist, or is in another workspace.',
    'not_found',
    'Project not found.',
    rateLimits,
  ),
  Invalid: failure(
    '`validation_failed`: one entry in `details` for each fault.',
    'validation_failed',
    'Request validation failed',
    rateLimits,
  ),
  RateLimited: failure(
    '`rate_limited`: more requests in this minute than the plan allows.',
    'rate_limited',
    'More than 60 requests in a minute.',
    { ...rateLimits, 'Retry-After': header('RetryAfter') },
  ),
  Internal: failure(
    '`internal`: an unexpected error of the server.',
    'internal',
    'An internal error occurred.',
  ),
  Unavailable: failure(
    '`internal`: the server is overloaded or its database restarts. Send the request again after `Retry-After`.',
    'internal',
    'The server is overloaded or restarting. Try again in a few seconds.',
    { 'Retry-After': header('RetryAfter') },
  ),
};

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });

const isArray = ({ data }: Route) => (data as { type?: string }).type === 'array';
const isSingleRead = ({ method, list }: Route) => method === 'GET' && !list;

export function operationOf(route: Route, expand: Expand): Json {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    ...(parametersOf(route).length > 0 ? { parameters: parametersOf(route) } : {}),
    ...(route.body ? { requestBody: requestBodyOf(route, expand) } : {}),
    responses: {
      ...(route.created ? { 201: success({ ...route, status: 201, data: route.created }, expand) } : {}),
      [route.status]: success(route, expand),
      ...(isSingleRead(route) ? { 304: ref('NotModified') } : {}),
      401: ref('Unauthorized'),
      402: ref('Payment'),
      403: ref('Forbidden'),
      404: ref('NotFound'),
      422: ref('Invalid'),
      429: ref('RateLimited'),
      500: ref('Internal'),
      503: ref('Unavailable'),
    },
  };
}

function requestBodyOf(route: Route, expand: Expand): Json {
  const title = (route.body as Json).title ?? bodyName(route.operationId);
  const body = expand({ ...route.body, title });
  const example = route.example?.body;
  if (example !== undefined) body.examples ??= [example];
  const content: Json = { 'application/json': { schema: body, ...examplesOf(body) } };
  const { form } = route;
  if (form) content['multipart/form-data'] = { schema: { ...form, title: `${title}Form` } };
  return { required: !route.bodyOptional, content };
}

/** `createProject` → `ProjectCreate`. */
function bodyName(operationId: string): string {
  const [, verb = '', noun = ''] = /^([a-z]+)(?![a-z])(.*)$/.exec(operationId) ?? [];
  return `${noun}${toPascalCase(verb)}`;
}

/** A body with alternatives has an example for each. */
function examplesOf({ title, oneOf, examples }: Json): Json {
  if (!Array.isArray(oneOf)) return Array.isArray(examples) ? { example: examples[0] } : {};
  const named = (oneOf as { title: string; description: string; examples: unknown[] }[]).map((variant) => [
    variant.title.slice(String(title).length),
    { summary: variant.description, value: variant.examples[0] },
  ]);
  return { examples: Object.fromEntries(named) };
}

function parametersOf(route: Route): Json[] {
  const ids = Object.entries(route.ids ?? {}).map(([name, kind]) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${kind}.`,
    schema: { type: 'string', examples: [`${idPrefixes[kind]}_01k9p3v7e8r5ys1q2w4x6z8abc`] },
  }));
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'The first 2xx response is stored for 24 hours and replayed for every request of the same user with this key.',
    // Printable ASCII. Spaces at the ends of a header are lost.
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
  };
  const ifNoneMatch = {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of an earlier read. The response is 304 without a body if nothing changed.',
    schema: { type: 'string' },
  };
  return [
    ...ids,
    ...fields(route.params, 'path'),
    ...fields(route.query, 'query'),
    ...(route.method === 'POST' ? [idempotency] : []),
    ...(isSingleRead(route) ? [ifNoneMatch] : []),
  ];
}

function fields(schema: TSchema | undefined, where: string): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.includes(name),
    description: description ?? `Only records with this ${name.replaceAll('_', ' ')}.`,
    schema: rest,
  }));
}

const resumeCursor = {
  type: ['string', 'null'],
  description:
    'Send it as `cursor` to continue after this page, even when the list has ended. Null unless sorted by `created_at`.',
};

const pageMeta = (followable: boolean | undefined) => ({
  title: followable ? 'FollowablePageMeta' : 'PageMeta',
  type: 'object',
  description: 'Position in the list.',
  required: ['next_cursor', ...(followable ? ['resume_cursor'] : [])],
  properties: {
    next_cursor: {
      type: ['string', 'null'],
      description: 'Send it as `cursor` to read the next page; null on the last page.',
    },
    ...(followable ? { resume_cursor: resumeCursor } : {}),
  },
});

/** The body of a response. It is named after the record that it has, so that generated clients have one type for each. */
function envelopeOf(route: Route, expand: Expand): Json {
  const { list, followable } = route;
  const data = route.data as Json;
  const item = isArray(route) ? (data.items as Json) : data;
  const { title } = expand(item);
  if (title === undefined) throw new Error(`The response of ${route.operationId} needs a title.`);
  if (!list) {
    return {
      title: `${title}${isArray(route) ? 'Array' : 'Envelope'}`,
      type: 'object',
      required: ['data'],
      properties: { data },
    };
  }
  return {
    title: `${title}Page`,
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: {
        type: 'array',
        items: data,
        description: 'The records of this page, in the order of `sort`.',
      },
      meta: pageMeta(followable),
    },
  };
}

function success(route: Route, expand: Expand): Json {
  const schema = envelopeOf(route, expand);
  return {
    description: { 200: 'Done.', 201: 'Created.', 202: 'Accepted: poll the job, or wait for its event.' }[
      route.status
    ],
    headers: {
      ...requestId,
      ...rateLimits,
      ...(route.status === 200 ? {} : { Location: header('Location') }),
      ...(isSingleRead(route) ? { ETag: header('ETag') } : {}),
      ...(route.method === 'POST' ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
    },
    content: { 'application/json': { schema, example: exampleOf(schema, expand) } },
  };
}
