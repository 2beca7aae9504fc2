import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { describeParley } from '../../../test/route-table.ts';
import type { AppError, ErrorDetail } from '../../foundation/errors.ts';
import type { Route } from '../route.ts';
import { createValidator } from './validation.ts';

/** One entry for each fault (spec §1.3), for every field of every route. */

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  examples?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  minProperties?: number;
}

const { routes: allRoutes, participantRoutes } = await describeParley();
const routes = allRoutes.filter((route) => !route.appOnly);

function rowsFor(route: Route, { body, query = {} }: { body?: unknown; query?: unknown }): ErrorDetail[] {
  const request = structuredClone({ body, query, params: {}, headers: {} }) as unknown as FastifyRequest;
  let rows: ErrorDetail[] = [];
  const done = (error?: Error) => {
    rows = error ? (error as AppError).details : [];
  };
  createValidator({ ...route, params: undefined } as Route)(request, {} as FastifyReply, done);
  return rows;
}

const typesOf = (schema: Schema): string[] =>
  [schema.type ?? [], ...(schema.anyOf ?? []).map(typesOf)].flat(2);

/** A value of each JSON type. The number has a fraction, so it is invalid for every type except `number`. */
const ofType: Record<string, unknown> = {
  object: {},
  string: 'text',
  number: 1.5,
  boolean: true,
  array: [],
  null: null,
};

function wrongValues(schema: Schema): unknown[] {
  const types = typesOf(schema);
  const ofWrongType = Object.keys(ofType)
    .filter((type) => !types.includes(type))
    .map((type) => ofType[type]);
  const { enum: values, pattern, format, minLength, maxLength, minimum, maximum, minItems } = schema;
  return [
    ...ofWrongType,
    ...(values ? ['none of these'] : []),
    ...(pattern || (format && format !== 'visible') ? ['\u00a0'] : []),
    ...(minLength ? [''] : []),
    ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minItems ? [[]] : []),
  ];
}

/** The smallest value that this schema accepts. */
function least(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return least(schema.anyOf[0] as Schema);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return leastObject(schema);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => least(schema.items ?? {}));
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}

function leastObject({ properties = {}, required = [], minProperties = 0 }: Schema): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, minProperties);
  return Object.fromEntries(names.map((name) => [name, least(properties[name] ?? {})]));
}

interface Case {
  field: string;
  body: unknown;
}

/** Each body is `whole` with one wrong value in it. */
function casesOf(schema: Schema, whole: unknown, field: string[], put: (value: unknown) => unknown): Case[] {
  const wrong = field.length === 0 ? [] : wrongValues(schema);
  const here = wrong.map((value) => ({ field: field.join('.'), body: put(value) }));
  const inBranches = (schema.anyOf ?? []).flatMap((branch) =>
    casesOf(branch, least(branch), field, put).filter((one) => one.field !== field.join('.')),
  );
  const properties = Object.entries(schema.properties ?? {});
  const object = isObject(whole) ? whole : leastObject(schema);
  const inFields = properties.flatMap(([name, child]) => {
    const path = [...field, name];
    const without = Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
    const missing = schema.required?.includes(name) ? [{ field: path.join('.'), body: put(without) }] : [];
    const inside = casesOf(child, object[name] ?? least(child), path, (value) =>
      put({ ...object, [name]: value }),
    );
    return [...missing, ...inside];
  });
  const items = schema.items;
  const inItems = items
    ? casesOf(items, least(items), [...field, '0'], (value) => {
        const others = Array.from({ length: (schema.minItems ?? 1) - 1 }, () => least(items));
        return put([value, ...others]);
      })
    : [];
  return [...here, ...inBranches, ...inFields, ...inItems];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasNoFields = (body: Schema) => body.properties && Object.keys(body.properties).length === 0;
const withBody = routes.filter(({ body }) => body && !hasNoFields(body as Schema));
describe('one invalid value in a body is reported in exactly one entry, with its field', () => {
  test.each(withBody.map((route) => [route.operationId, route] as const))('%s', (_, route) => {
    const schema = route.body as Schema;
    const whole = route.example?.body ?? least(schema);
    expect(rowsFor(route, { body: whole })).toEqual([]);
    const cases = casesOf(schema, whole, [], (value) => value);
    expect(cases.length).toBeGreaterThan(0);
    for (const { field, body } of cases) {
      const rows = rowsFor(route, { body });
      expect({ body, fields: rows.map((row) => row.field) }).toEqual({ body, fields: [field] });
    }
  });
});

// A schema is compiled by the first request only, so this test finds one that cannot be compiled.
test.each([...allRoutes, ...participantRoutes].map((route) => [route.operationId, route] as const))(
  'the schemas of %s can be compiled',
  (_, route) => {
    const request = { body: {}, query: {}, params: {}, headers: {} } as unknown as FastifyRequest;
    createValidator(route as Route)(request, {} as FastifyReply, () => {});
  },
);

const withQuery = routes.filter(({ query }) => query);
describe('one invalid value in a query is reported in exactly one entry, with its field', () => {
  test.each(withQuery.map((route) => [route.operationId, route] as const))('%s', (_, route) => {
    const schema = route.query as Schema;
    const whole = leastObject({ ...schema, minProperties: 0 });
    expect(rowsFor(route, { query: whole })).toEqual([]);
    for (const [field, child] of Object.entries(schema.properties ?? {})) {
      // A parameter that is sent twice is parsed as a list.
      for (const value of [['a', 'b'], ...wrongValues(child).filter((one) => typeof one === 'string')]) {
        if (value === 'true' && typesOf(child).includes('boolean')) continue;
        const rows = rowsFor(route, { query: { ...whole, [field]: value } });
        expect({ field, value, fields: rows.map((row) => row.field) }).toEqual({
          field,
          value,
          fields: [field],
        });
      }
    }
  });
});

describe('a value that may be of several shapes', () => {
  const route = routes.find(({ operationId }) => operationId === 'createFile') as Route;
  const file = { name: 'a.txt', text: 'Words.' };
  test.each<[unknown, ErrorDetail]>([
    ['yes', { field: 'transcribe', message: 'must be boolean or object.' }],
    [{ language: 5 }, { field: 'transcribe.language', message: 'must be string.' }],
    [{ diarise: true }, { field: 'transcribe.diarise', message: 'is not a known field.' }],
    [{ vocabulary: ['a', ''] }, { field: 'transcribe.vocabulary.1', message: 'must not be empty.' }],
  ])('%j is reported as a fault of the shape whose type it has', (transcribe, row) => {
    expect(rowsFor(route, { body: { ...file, transcribe } })).toEqual([row]);
  });
});
