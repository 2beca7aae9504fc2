import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { isCursor } from '../../foundation/cursor.ts';
import { isEmailAddress } from '../../foundation/email-address.ts';
import { type ErrorDetail, invalid } from '../../foundation/errors.ts';
import { errorDetailsMax } from '../../foundation/limits.ts';
import { isTimezone } from '../../foundation/timezone.ts';
import { isVisible } from '../../foundation/visible-text.ts';
import type { Route } from '../route.ts';
import { describeFaults } from './faults.ts';
import { badText, findBadText } from './text.ts';

const fieldLengthMax = 200;

/** The parts of a route that describe its input. */
type Inputs = Pick<Route, 'query' | 'params' | 'ids' | 'body' | 'bodyOptional' | 'rawContentTypes'>;

/** A parameter that the route does not have is a fault (spec §1.4). */
const queryOf = (route: Inputs): TSchema => ({ type: 'object', ...route.query, additionalProperties: false });

/**
 * Reports all faults of body and query together, one entry each (spec §1.3). The first request to a route
 * compiles its schemas: to compile those of all routes would more than double the time that the server needs to start.
 */
export function createValidator(route: Inputs) {
  const checkQuery = compileOnFirstUse(queryOf(route));
  const checkBody = route.body && compileOnFirstUse(route.body);
  const checkParams = route.params && compileOnFirstUse(route.params);
  const readQuery = queryReader(route);

  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const undecodable = findUndecodable(request.url ?? '');
    readQuery(request.query as Record<string, unknown>);
    const faults = [
      ...undecodable,
      ...faultsOf(checkQuery(), request.query ?? {}, '').filter(
        ({ field }) => !undecodable.some((fault) => fault.field === field),
      ),
      ...(checkParams ? faultsOf(checkParams(), paramsOf(request, route), '').map(toSnakeCase) : []),
      ...bodyFaults(request, route, checkBody),
    ];
    const details = faults
      .slice(0, errorDetailsMax)
      .map(({ field, message }) => ({ field: field.slice(0, fieldLengthMax), message }));
    done(details.length > 0 ? invalid(details) : undefined);
  };
}

const getAjv = onFirstUse(() => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, verbose: true });
  addFormats(ajv);
  return ajv;
});

const compileOnFirstUse = (schema: TSchema) => onFirstUse(() => getAjv().compile(schema));

function onFirstUse<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

/** Parameters with invalid percent-encoding. The query parser returns a wrong value for them instead of failing. */
function findUndecodable(url: string): ErrorDetail[] {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return [];
  const pairs = url.slice(start + 1).split('&');
  const names = pairs.filter((pair) => decode(pair) === undefined).map((pair) => pair.split('=')[0] ?? '');
  return [...new Set(names)].map((name) => ({
    field: decode(name) || 'query',
    message: 'is not valid percent-encoded UTF-8.',
  }));
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Path parameters are camelCase in routes and snake_case in `details` (spec §1.3). */
const toSnakeCase = ({ field, message }: ErrorDetail): ErrorDetail => ({
  field: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  message,
});

/** The year of an instant has four digits, even after conversion to UTC (spec §1.7). */
const year10000Ms = Date.UTC(10_000, 0);

/** The standard formats, without instants that Date or PostgreSQL cannot represent, and the formats of this API. */
function addFormats(ajv: Ajv2020): void {
  formats.default(ajv, ['date-time', 'date', 'email', 'uri']);
  ajv.addFormat('visible', { validate: isVisible });
  ajv.addFormat('cursor', { validate: isCursor });
  // The rules of the guarded client follow in the service.
  ajv.addFormat('absolute-url', { validate: /^[a-z][a-z\d+.-]*:/i });
  ajv.addFormat('email-address', { validate: isEmailAddress });
  ajv.addFormat('timezone', { validate: isTimezone });
  for (const name of ['date-time', 'date']) {
    const standard = ajv.formats[name] as { validate(text: string): boolean };
    ajv.addFormat(name, {
      validate: (text: string) =>
        standard.validate(text) && !text.startsWith('0000') && Date.parse(text) < year10000Ms,
    });
  }
}

const numberPatterns: Record<string, RegExp> = { integer: /^-?\d+$/, number: /^-?\d+(\.\d+)?$/ };

/** Converts query parameters to the types of their schema. A value that cannot be converted stays text and fails validation. */
function queryReader(route: Inputs) {
  const properties = (route.query?.properties ?? {}) as Record<string, { type?: string | string[] }>;
  const required = (route.query?.required ?? []) as string[];
  const readers = Object.entries(properties).flatMap(([name, { type }]) => {
    const kind = [type].flat().find((one) => one === 'integer' || one === 'number' || one === 'boolean');
    return kind ? [{ name, kind }] : [];
  });
  return (query: Record<string, unknown>): void => {
    // An empty optional `q` means no search. If `q` is required, its schema refuses an empty one.
    if (query?.q === '' && !required.includes('q')) delete query.q;
    for (const { name, kind } of readers) {
      const text = query[name];
      if (typeof text !== 'string') continue;
      if (kind === 'boolean') query[name] = { true: true, false: false }[text] ?? text;
      else if (numberPatterns[kind]?.test(text)) query[name] = Number(text);
    }
  };
}

/** The same check for the fields of a form. */
export function createBodyCheck(schema: TSchema) {
  const check = compileOnFirstUse(schema);
  return (value: unknown): void => {
    const faults = faultsOf(check(), value, 'body');
    if (faults.length > 0) throw invalid(faults.slice(0, errorDetailsMax));
  };
}

function bodyFaults(
  request: FastifyRequest,
  route: Inputs,
  check: (() => ValidateFunction) | undefined,
): ErrorDetail[] {
  if (isRaw(request, route)) return [];
  const { body } = request;
  if (!check) {
    return body === undefined || isEmptyObject(body)
      ? []
      : [{ field: 'body', message: 'This operation takes no body.' }];
  }
  if (body === undefined || body === null) {
    if (route.bodyOptional && body === undefined) return [];
    return [{ field: 'body', message: 'A JSON body is required.' }];
  }
  return faultsOf(check(), body, 'body');
}

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** Whether the route reads this body itself. */
export const isRaw = (request: FastifyRequest, route: Inputs) =>
  route.rawContentTypes?.some((type) => request.headers['content-type']?.startsWith(type)) ?? false;

function paramsOf(request: FastifyRequest, route: Inputs): Record<string, unknown> {
  const all = request.params as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !route.ids?.[name]));
}

function faultsOf(check: ValidateFunction, value: unknown, root: string): ErrorDetail[] {
  const { details: unstorable, isWalkable } = findBadText(value, root || 'query');
  if (!isWalkable || check(value)) return unstorable;
  const reported = new Set(unstorable.map(({ field }) => field));
  const others = describeFaults(check.errors ?? [], root).filter(
    ({ field }) => !reported.has(field) && badText(field) === undefined,
  );
  return [...unstorable, ...others];
}
