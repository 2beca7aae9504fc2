import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Seen {
  status: number;
  headers: Headers;
  body: unknown;
}

type Node = Record<string, unknown>;

type ContractCheck = (method: string, url: string, seen: Seen, sent?: string) => void;

const checks = new Map<string, ContractCheck>();

/**
 * Validates every response of /v1 against the OpenAPI document: status, body, headers, and no undocumented fields. Compiled
 * validators are kept, because many test files start Parley in the same process.
 */
export function contractCheckOf(openapi: object): ContractCheck {
  const document = JSON.stringify(openapi);
  const known = checks.get(document) ?? createContractCheck(openapi);
  checks.set(document, known);
  return known;
}

function createContractCheck(openapi: object): ContractCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(forbidUnknownFields(openapi) as Node, 'openapi');
  const paths = (openapi as { paths: Record<string, Node> }).paths;
  const templates = Object.keys(paths)
    .map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      // A literal segment is a closer match than a parameter.
      parameters: (path.match(/\{/g) ?? []).length,
    }))
    .sort((a, b) => a.parameters - b.parameters);
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };

  return (method, url, { status, headers, body }, sent) => {
    // A trailing slash is ignored by the router.
    const path = (url.split('?')[0] as string).replace(/\/$/, '');
    if (!path.startsWith('/v1/') || method === 'HEAD') return;
    if (!headers.get('x-request-id')) throw new Error(`${method} ${path}: no X-Request-Id`);
    if (status >= 400) {
      assertValid(validator('/components/schemas/Error'), `${method} ${path} → ${status}`, body);
      if (!hasKeyLikePath(sent)) assertDottedPaths(`${method} ${path} → ${status}`, body as ErrorBody);
      return;
    }
    if ((status === 201 || status === 202) && !headers.get('location'))
      throw new Error(`${method} ${path} returned ${status} without Location`);
    const template = templates.find(({ pattern }) => pattern.test(path))?.path;
    const operation = (template ? paths[template]?.[method.toLowerCase()] : undefined) as
      | { responses: Node }
      | undefined;
    if (!operation?.responses[String(status)])
      throw new Error(`${method} ${path} returned ${status}, which openapi.json does not document`);
    if (status === 304) {
      if (body !== undefined) throw new Error(`${method} ${path}: a 304 has no body`);
      return;
    }
    const escaped = (template as string).replaceAll('~', '~0').replaceAll('/', '~1');
    const pointer = `/paths/${escaped}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
    assertValid(validator(pointer), `${method} ${path} → ${status}`, body);
  };
}

interface ErrorBody {
  error: { details: { field: string }[] };
}

/** A key of the sent JSON that contains a slash or a bracket, with escaped characters or without. A fault names the key as it was sent. */
const keyLikePath = /"(?:[^"\\]|\\.)*[/[](?:[^"\\]|\\.)*"\s*:/;
/** The expression is too slow for tests of large bodies, which have no such keys. */
const hasKeyLikePath = (sent: string | undefined) =>
  sent !== undefined && sent.length < 100_000 && keyLikePath.test(sent);

/** `segments.3.end_seconds`, never `segments[3].end_seconds` or `/segments/3/end_seconds` (spec §1.3). */
function assertDottedPaths(what: string, { error }: ErrorBody): void {
  for (const { field } of error.details)
    if (/\[\d+\]|^\/|\/\d+\//.test(field)) throw new Error(`${what}: "${field}" is not a dotted path`);
}

function assertValid(validate: ValidateFunction, what: string, body: unknown): void {
  if (validate(body)) return;
  const faults = validate.errors
    ?.map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
    .join('\n  ');
  throw new Error(`${what} does not match openapi.json:\n  ${faults}`);
}

/** Adds `additionalProperties: false` to every object schema, so that undocumented fields fail validation. */
function forbidUnknownFields(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forbidUnknownFields);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, forbidUnknownFields(value)]),
  );
  const isObjectSchema =
    'properties' in copy &&
    (copy.type === 'object' || (Array.isArray(copy.type) && copy.type.includes('object')));
  return isObjectSchema && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
