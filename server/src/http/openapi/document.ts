import type { TSchema } from 'typebox';
import type { Route } from '../route.ts';
import { type Payloads, type PayloadUnion, payloadsKeyword, toPascalCase } from '../schema.ts';
import { hoistComponents } from './components.ts';
import { operationOf, sharedHeaders, sharedResponses } from './operation.ts';
import { createExpand, type Json } from './unions.ts';

export interface DocumentParts {
  version: string;
  description: string;
  tags: { name: string; description: string; externalDocs: { description: string; url: string } }[];
  routes: Route[];
  /** What depends on the type of a job or of an event. */
  payloads: Payloads;
  /** An event as subscribers receive it, and a sample of each type, for the `webhooks` section. */
  event: TSchema;
  samples: Record<string, unknown>;
}

/** The OpenAPI 3.1 description of /v1, from the same objects that validate and type the routes. */
export function buildOpenApi(parts: DocumentParts): Json {
  const { version, description, tags, routes, payloads } = parts;
  const expand = createExpand(payloads);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = `/v1${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, expand) };
  }
  paths['/v1/openapi.json'] = { get: selfDescription };
  const webhooks = Object.entries(payloads.event).map(([type, { description: meaning }]) => [
    type,
    webhookOf(parts, type, meaning),
  ]);
  const { document, schemas } = hoistComponents({ paths, webhooks: Object.fromEntries(webhooks) }, expand);

  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley API',
      version,
      summary: 'API of the Parley user-research platform',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Parley', url: 'https://parley.example.com' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ api_key: [] }],
    tags,
    externalDocs: { description: 'Guides', url: '/docs/guides' },
    ...document,
    components: {
      schemas: sortKeys({ ...schemas, Error: errorSchema }),
      responses: sharedResponses,
      headers: sharedHeaders,
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, created in Settings → API keys.',
        },
      },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong.',
      required: ['code', 'message', 'details'],
      properties: {
        code: {
          type: 'string',
          enum: [
            'unauthorized',
            'plan_required',
            'quota_exceeded',
            'forbidden',
            'not_found',
            'validation_failed',
            'rate_limited',
            'internal',
          ],
          description: 'Stable within v1: branch on this field.',
        },
        message: { type: 'string', description: 'For people; the text may change.' },
        details: {
          type: 'array',
          description: 'One entry per invalid field; empty unless `code` is `validation_failed`.',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: {
              field: {
                type: 'string',
                description: 'Dotted path of the invalid field, parameter or header.',
                examples: ['segments.3.end_seconds'],
              },
              message: { type: 'string', description: 'What is wrong with it, for people.' },
            },
          },
        },
      },
    },
  },
};

const selfDescription = {
  operationId: 'getOpenApi',
  tags: ['Identity'],
  summary: 'This document',
  description:
    'The machine-readable description of the API. It needs no authentication, so that tools can read it.',
  security: [],
  responses: {
    200: {
      description: 'The OpenAPI 3.1 document.',
      headers: { ETag: { $ref: '#/components/headers/ETag' } },
      content: {
        'application/json': {
          schema: { type: 'object', additionalProperties: true },
          example: { openapi: '3.1.0' },
        },
      },
    },
    304: { description: 'The document has not changed since the version in `If-None-Match`.' },
    422: { $ref: '#/components/responses/Invalid' },
    500: { $ref: '#/components/responses/Internal' },
  },
};

function webhookOf({ event, samples }: DocumentParts, type: string, meaning: string): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  const union = (event as unknown as Json)[payloadsKeyword] as PayloadUnion;
  const example = samples[type];
  return {
    post: {
      operationId: `on${toPascalCase(type)}`,
      tags: ['Events'],
      summary: type,
      description: `${meaning} Respond with any 2xx status within 5 seconds. Verify the signature over the raw bytes before parsing.`,
      security: [],
      parameters: [
        header('X-SVC-Event', 'The event type.'),
        header('X-SVC-Event-Id', 'The event id, the same on every retry: deduplicate on it.'),
        header('X-SVC-Signature', '`t=<unix>, v1=<hex>`: HMAC-SHA256 with the secret over `<t>.<raw body>`.'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { ...event, [payloadsKeyword]: { ...union, only: type } },
            ...(example === undefined ? {} : { example }),
          },
        },
      },
      responses: {
        '2XX': { description: 'Received.' },
        '4XX': { description: 'Retried; six attempts in total.' },
      },
    },
  };
}

const sortKeys = (record: Record<string, Json>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
