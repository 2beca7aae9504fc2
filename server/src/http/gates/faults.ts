import type { ErrorObject } from 'ajv';
import { notACursor } from '../../foundation/cursor.ts';
import type { ErrorDetail } from '../../foundation/errors.ts';
import { errorDetailsMax } from '../../foundation/limits.ts';
import { messageKeyword, unknownFieldsKeyword } from '../schema.ts';

/** A response has at most `errorDetailsMax` of them. A body with a fault in each of many items has hundreds of thousands. */
const errorsMax = 2_000;

/** Converts the errors of the validator to `details`: one entry for each fault (spec §1.3). */
export const describeFaults = (errors: ErrorObject[], root: string): ErrorDetail[] =>
  dedupe(
    selectOnePerValue(resolveUnions(errors.slice(0, errorsMax))).flatMap((error) => describeAll(error, root)),
  );

/**
 * The validator checks a value against every branch of a union and reports the errors of all. Only the errors of the branch
 * whose type the value has are reported. Nested unions come first in the list. At most `errorDetailsMax` unions are
 * resolved, so the cost stays linear in the number of errors.
 */
function resolveUnions(errors: ErrorObject[]): ErrorObject[] {
  return errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .slice(0, errorDetailsMax)
    .reduce((left, union) => left.flatMap(resolverOf(union, left)), errors);
}

function resolverOf(union: ErrorObject, errors: ErrorObject[]) {
  const branches = Map.groupBy(errors, (error) => branchOf(error, union));
  branches.delete(undefined);
  const isWrongType = (error: ErrorObject) =>
    error.keyword === 'type' && error.instancePath === union.instancePath;
  const meant = [...branches].find(([, found]) => !found.some(isWrongType))?.[0];
  const types = [...branches.values()].flat().filter(isWrongType).flatMap(typesOf);
  return (error: ErrorObject): ErrorObject[] => {
    if (error === union)
      return meant === undefined
        ? [{ ...union, keyword: 'type', params: { type: [...new Set(types)] } }]
        : [];
    const branch = branchOf(error, union);
    return branch === undefined || branch === meant ? [error] : [];
  };
}

const typesOf = ({ params }: ErrorObject): string[] => [params.type].flat();

/** The index of the union's branch that this error belongs to. */
function branchOf({ instancePath, schemaPath }: ErrorObject, union: ErrorObject): string | undefined {
  const inside = `${instancePath}/`.startsWith(`${union.instancePath}/`);
  return inside && schemaPath.startsWith(`${union.schemaPath}/`)
    ? schemaPath.slice(union.schemaPath.length + 1).split('/')[0]
    : undefined;
}

/** Keeps one error per value, because a value of the wrong type also breaks all its other rules: its type, else the first. */
function selectOnePerValue(errors: ErrorObject[]): ErrorObject[] {
  const selected = new Map<string, ErrorObject>();
  const aboutKeys = ['required', 'additionalProperties', 'propertyNames'];
  const isAboutKeys = (error: ErrorObject) =>
    aboutKeys.includes(error.keyword) || error.propertyName !== undefined;
  for (const error of errors) {
    if (isAboutKeys(error)) continue;
    const first = selected.get(error.instancePath);
    if (!first || (error.keyword === 'type' && first.keyword !== 'type'))
      selected.set(error.instancePath, error);
  }
  return errors.filter((error) => isAboutKeys(error) || selected.get(error.instancePath) === error);
}

const formatMessages: Record<string, string> = {
  visible: 'must not be blank.',
  cursor: notACursor,
  'date-time': 'Use an instant such as 2026-11-15T09:30:00Z.',
  date: 'Use a date such as 2026-11-30.',
  email: 'Use an e-mail address such as ada@example.com.',
  'email-address': 'Use an e-mail address such as ada@example.com.',
  timezone: 'Use a time zone such as Europe/Berlin.',
  uri: 'Use an address such as https://example.com/path.',
  'absolute-url': 'Must be an absolute URL.',
};

/** A list with duplicates has one fault for each of them. */
function describeAll(error: ErrorObject, root: string): ErrorDetail[] {
  if (error.keyword !== 'uniqueItems') return [describe(error, root)];
  const { field } = describe(error, root);
  return findDuplicates(error.data).map((i) => ({ field: `${field}.${i}`, message: 'is a duplicate.' }));
}

/** The indexes of the items that are equal to an earlier one. */
function findDuplicates(items: unknown): number[] {
  const seen = new Set<string>();
  return (items as unknown[]).flatMap((item, i) => {
    const key = JSON.stringify(item);
    if (seen.has(key)) return [i];
    seen.add(key);
    return [];
  });
}

/** Rules that only an empty text, list or object breaks if their limit is 1. */
const minimumKeywords = ['minLength', 'minItems', 'minProperties'];

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
    const name = String(params.additionalProperty);
    return { field: [...path, name].join('.'), message: describeUnknown(error, name) };
  }
  if (error.keyword === 'propertyNames' || error.propertyName !== undefined) {
    return {
      field: path.join('.') || root,
      message: `has a key that is not allowed: "${String(error.propertyName ?? params.propertyName).slice(0, 60)}".`,
    };
  }
  if (error.keyword === 'pattern') {
    const { [messageKeyword]: message } = (error.parentSchema ?? {}) as Record<string, string>;
    return {
      field: path.join('.') || root || 'query',
      message: message ?? 'does not match the required format.',
    };
  }
  const formatMessage = error.keyword === 'format' ? formatMessages[String(params.format)] : undefined;
  if (formatMessage) return { field: path.join('.') || root || 'query', message: formatMessage };
  if (error.keyword === 'type' && root === '' && Array.isArray(error.data)) {
    return { field: path.join('.'), message: describeRepeated(error.parentSchema as Parameter) };
  }
  if (error.keyword === 'type') {
    return {
      field: path.join('.') || root || 'query',
      message: `must be ${[params.type].flat().join(' or ')}.`,
    };
  }
  if (minimumKeywords.includes(error.keyword) && params.limit === 1) {
    return { field: path.join('.') || root || 'query', message: 'must not be empty.' };
  }
  const allowed = Array.isArray(params.allowedValues)
    ? `: ${params.allowedValues.map(String).join(', ')}`
    : '';
  return {
    field: path.join('.') || root || 'query',
    message: `${(error.message ?? 'is not valid').replace('must NOT', 'must not')}${allowed}.`,
  };
}

type Parameter = { description?: string };

/** The query parser makes a list of a parameter that is given more than once. */
const describeRepeated = ({ description = '' }: Parameter): string =>
  / separated by commas/.test(description)
    ? 'is given twice; separate values with commas.'
    : 'is given twice; give it once.';

/** Names the field that was probably meant: `post_details` is `postDetails`, and `fileId` is `file_id`. */
function describeUnknown({ parentSchema }: ErrorObject, name: string): string {
  const { properties = {}, [unknownFieldsKeyword]: messages = {} } = (parentSchema ?? {}) as {
    properties?: object;
    [unknownFieldsKeyword]?: Record<string, string>;
  };
  if (Object.hasOwn(messages, name)) return messages[name] as string;
  const plain = (field: string) => field.toLowerCase().replaceAll(/[_-]/g, '');
  const meant = Object.keys(properties).find((known) => plain(known) === plain(name));
  return meant ? `is not a known field: use ${meant}.` : 'is not a known field.';
}

function dedupe(details: ErrorDetail[]): ErrorDetail[] {
  const seen = new Set<string>();
  return details.filter(
    ({ field, message }) => !seen.has(`${field}\n${message}`) && seen.add(`${field}\n${message}`),
  );
}
