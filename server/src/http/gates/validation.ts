import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyRequest } from 'fastify';
import { type ErrorDetail, invalid } from '../../foundation/errors.ts';
import type { Route } from '../route.ts';
import { findBadText } from './text.ts';

const detailsMax = 50;

/** Gate five: every fault of body and query at once, a row each (contract §1). */
export function createValidator() {
  const options = { allErrors: true, strict: false, useDefaults: true } as const;
  // A query is text and is read as what its schema says; a body says its types itself.
  const queries = new Ajv2020({ ...options, coerceTypes: true });
  const bodies = new Ajv2020(options);
  for (const ajv of [queries, bodies]) formats.default(ajv, ['date-time', 'date', 'email', 'uri']);

  return (route: Route) => {
    const checkQuery = queries.compile(route.query ?? { type: 'object', additionalProperties: false });
    const checkBody = route.body ? bodies.compile(route.body) : undefined;
    const checkParams = route.params ? bodies.compile(route.params) : undefined;

    return async (request: FastifyRequest): Promise<void> => {
      const faults = [
        ...faultsOf(checkQuery, request.query ?? {}, ''),
        ...faultsOf(checkParams, paramsOf(request, route), ''),
        ...bodyFaults(request, route, checkBody),
      ];
      if (faults.length > 0) throw invalid(faults.slice(0, detailsMax));
    };
  };
}

function bodyFaults(
  request: FastifyRequest,
  route: Route,
  check: ValidateFunction | undefined,
): ErrorDetail[] {
  if (isRaw(request, route)) return [];
  const { body } = request;
  if (body === undefined || body === null) {
    if (!check || (route.bodyOptional && body === undefined)) return [];
    return [{ field: 'body', message: 'A JSON body is required.' }];
  }
  if (!check) {
    const empty = typeof body === 'object' && Object.keys(body).length === 0;
    return empty ? [] : [{ field: 'body', message: 'This operation takes no body.' }];
  }
  return faultsOf(check, body, 'body');
}

const isRaw = (request: FastifyRequest, route: Route) =>
  route.rawContentTypes?.some((type) => request.headers['content-type']?.startsWith(type)) ?? false;

function paramsOf(request: FastifyRequest, route: Route): Record<string, unknown> {
  const all = request.params as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !route.ids?.[name]));
}

function faultsOf(check: ValidateFunction | undefined, value: unknown, root: string): ErrorDetail[] {
  if (!check) return [];
  const unstorable = findBadText(value);
  if (unstorable.length > 0) return unstorable;
  if (check(value)) return [];
  return dedupe((check.errors ?? []).map((error) => describe(error, root)));
}

function describe(error: ErrorObject, root: string): ErrorDetail {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { params } = error as { params: Record<string, unknown> };
  if (error.keyword === 'required') {
    return { field: [...path, params.missingProperty].join('.'), message: 'is required.' };
  }
  if (error.keyword === 'additionalProperties') {
    return { field: [...path, params.additionalProperty].join('.'), message: 'is not a known field.' };
  }
  if (error.keyword === 'propertyNames' || error.propertyName !== undefined) {
    return {
      field: path.join('.') || root,
      message: `has a key that is not allowed: "${String(error.propertyName ?? params.propertyName).slice(0, 60)}".`,
    };
  }
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
  return {
    field: path.join('.') || root || 'query',
    message: `${error.message ?? 'is not valid'}${allowed}.`,
  };
}

function dedupe(details: ErrorDetail[]): ErrorDetail[] {
  const seen = new Set<string>();
  return details.filter(
    ({ field, message }) => !seen.has(`${field}\n${message}`) && seen.add(`${field}\n${message}`),
  );
}
