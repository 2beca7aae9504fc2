import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { describeFaults } from './faults.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });
(formats as unknown as (target: Ajv2020) => void)(ajv);
ajv.addFormat('visible', (text: string) => text.trim() !== '');
ajv.addFormat('cursor', () => false);

function faults(schema: object, value: unknown, root = 'body') {
  const check = ajv.compile(schema);
  check(value);
  return describeFaults(check.errors ?? [], root);
}
const one = (schema: object, value: unknown, root = 'body') =>
  faults({ type: 'object', properties: { a: schema } }, { a: value }, root);
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('a fault', () => {
  test.each([
    [{ type: 'string' }, 5, 'must be string.'],
    [{ type: ['string', 'null'] }, 5, 'must be string or null.'],
    [{ type: 'string', minLength: 2 }, 'x', 'must not have fewer than 2 characters.'],
    [{ type: 'string', minLength: 1 }, '', 'must not be empty.'],
    [{ type: 'array', minItems: 1 }, [], 'must not be empty.'],
    [{ type: 'integer', maximum: 3 }, 4, 'must be <= 3.'],
    [{ enum: ['b', 'c'] }, 'd', 'must be equal to one of the allowed values: b, c.'],
    [{ type: 'string', pattern: '^x$' }, 'y', 'does not match the required format.'],
    [{ type: 'string', pattern: '^x$', 'x-message': 'Use an x.' }, 'y', 'Use an x.'],
    [{ type: 'string', format: 'visible' }, '  ', 'must not be blank.'],
    [
      { type: 'string', format: 'cursor' },
      'z',
      'This is not a cursor of this API: send the cursor of the previous page, unchanged.',
    ],
    [{ type: 'string', format: 'date-time' }, 'now', 'Use an instant such as 2026-11-15T09:30:00Z.'],
    [{ type: 'string', format: 'date' }, 'today', 'Use a date such as 2026-11-30.'],
    [{ type: 'string', format: 'email' }, 'ada', 'Use an e-mail address such as ada@example.com.'],
    [{ type: 'string', format: 'uri' }, 'x y', 'Use an address such as https://example.com/path.'],
    [{ type: 'string', format: 'ipv4' }, 'x', 'must match format "ipv4".'],
  ])('says what is expected for %j', (schema, value, message) => {
    expect(one(schema, value)).toEqual([{ field: 'a', message }]);
  });

  test('names a missing and an unknown field by its path', () => {
    const inner = object({ b: {} }, { required: ['b'], additionalProperties: false });
    expect(faults(object({ a: inner }), { a: { c: 1 } })).toEqual([
      { field: 'a.b', message: 'is required.' },
      { field: 'a.c', message: 'is not a known field.' },
    ]);
  });

  test('names items of arrays and keys with slashes and tildes', () => {
    expect(one({ type: 'array', items: { type: 'string' } }, ['x', 5])).toEqual([
      { field: 'a.1', message: 'must be string.' },
    ]);
    expect(faults(object({ 'a/b~c': { type: 'string' } }), { 'a/b~c': 1 })).toEqual([
      { field: 'a/b~c', message: 'must be string.' },
    ]);
  });

  test('reports each duplicate in a list', () => {
    const ids = { type: 'array', items: { type: 'string' }, uniqueItems: true };
    expect(one(ids, ['x', 'x', 'y', 'y', 'x'])).toEqual(
      [1, 3, 4].map((i) => ({ field: `a.${i}`, message: 'is a duplicate.' })),
    );
  });

  test('reports a fault of the value itself as the root, or as query', () => {
    for (const [schema, value, message] of [
      [{ type: 'object' }, 5, 'must be object.'],
      [{ type: 'object', minProperties: 1 }, {}, 'must not be empty.'],
      [{ type: 'string', pattern: 'x' }, 'y', 'does not match the required format.'],
      [{ type: 'string', format: 'date' }, 'y', 'Use a date such as 2026-11-30.'],
    ] as const) {
      expect(faults(schema, value, 'body')).toEqual([{ field: 'body', message }]);
      expect(faults(schema, value, '')).toEqual([{ field: 'query', message }]);
    }
  });

  test('reports a fault of a key at its object, with at most 60 characters of the key', () => {
    const schema = { type: 'object', propertyNames: { maxLength: 3 } };
    const long = 'k'.repeat(100);
    expect(one(schema, { [long]: 1 })).toEqual([
      { field: 'a', message: `has a key that is not allowed: "${'k'.repeat(60)}".` },
    ]);
    expect(faults(schema, { long })).toEqual([
      { field: 'body', message: 'has a key that is not allowed: "long".' },
    ]);
  });
});

describe('the name of a field', () => {
  test.each([
    [{ type: 'string', pattern: '^x$' }, 'y', 'does not match the required format.'],
    [{ type: 'string', format: 'date' }, 'y', 'Use a date such as 2026-11-30.'],
    [{ type: 'string' }, 5, 'must be string.'],
    [{ type: 'string', minLength: 1 }, '', 'must not be empty.'],
    [{ type: 'string', maxLength: 1 }, 'xx', 'must not have more than 1 characters.'],
    [{ propertyNames: { maxLength: 1 } }, { xx: 1 }, 'has a key that is not allowed: "xx".'],
  ])('names a field by its path for %j', (schema, value, message) => {
    expect(faults(object({ a: object({ b: schema }) }), { a: { b: value } })).toEqual([
      { field: 'a.b', message },
    ]);
  });

  test('names the query for a fault of all parameters together', () => {
    expect(faults({ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, '')).toEqual([
      { field: 'query', message: 'must not have more than 1 properties.' },
    ]);
  });
});

describe('a parameter that is given twice', () => {
  test.each([
    ['one value', 'The id of a file.', 'is given twice; give it once.'],
    ['several values', 'Ids of files, separated by commas.', 'is given twice; separate values with commas.'],
    ['no description', undefined, 'is given twice; give it once.'],
  ])('says how to send %s instead of a parameter twice', (_, description, message) => {
    expect(one({ type: 'string', description }, ['x', 'y'], '')).toEqual([{ field: 'a', message }]);
  });

  test('reports a list in a body by its type', () => {
    expect(one({ type: 'string' }, ['x', 'y'], 'body')).toEqual([{ field: 'a', message: 'must be string.' }]);
  });
});

describe('an unknown field', () => {
  const known = object(
    { file_id: {}, postDetails: {} },
    { additionalProperties: false, 'x-unknown-fields': { link: 'was removed: use file_id.' } },
  );

  test.each([
    ['fileId', 'is not a known field: use file_id.'],
    ['FILE-ID', 'is not a known field: use file_id.'],
    ['post_details', 'is not a known field: use postDetails.'],
    ['file', 'is not a known field.'],
    ['link', 'was removed: use file_id.'],
    ['toString', 'is not a known field.'],
  ])('names the field that was probably meant by %s', (name, message) => {
    expect(faults(known, { [name]: 1 })).toEqual([{ field: name, message }]);
  });
});

describe('several faults', () => {
  test('reports several faults of one value as one entry, with a wrong type before the others', () => {
    expect(one({ minLength: 3, pattern: '^x', type: 'string' }, 'y')).toHaveLength(1);
    expect(one({ enum: ['b'], type: 'string' }, 5)).toEqual([{ field: 'a', message: 'must be string.' }]);
  });

  test('reports a wrong type before the faults of other rules, wherever its rule is', () => {
    const [text, list] = [{ type: 'string' }, { enum: ['b'] }];
    for (const allOf of [
      [text, list],
      [list, text],
      [list, text, { type: 'boolean' }],
    ])
      expect(one({ allOf }, 5)).toEqual([{ field: 'a', message: 'must be string.' }]);
    expect(one({ allOf: [list, { minimum: 6 }] }, 5)).toEqual([
      { field: 'a', message: 'must be equal to one of the allowed values: b.' },
    ]);
  });

  test('reports every unknown and every invalid key', () => {
    const fieldsOf = (schema: object, value: object) => faults(schema, value).map(({ field }) => field);
    const closed = object({}, { additionalProperties: false, minProperties: 3 });
    expect(fieldsOf(closed, { x: 1, y: 2 }).sort()).toEqual(['body', 'x', 'y']);
    expect(faults({ propertyNames: { maxLength: 1 }, minProperties: 3 }, { xx: 1, yy: 2 })).toHaveLength(3);
  });

  test('reports faults of all keys, in addition to a fault of the object', () => {
    const schema = object({}, { required: ['b', 'c'], minProperties: 3 });
    expect(
      faults(schema, {})
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['b', 'body', 'c']);
  });

  test('reports faults with the same field and message once', () => {
    expect(faults({ allOf: [{ required: ['a'] }, { required: ['a'] }] }, {})).toEqual([
      { field: 'a', message: 'is required.' },
    ]);
  });
});

describe('a value of several shapes', () => {
  const union = {
    anyOf: [
      { type: 'string', minLength: 3 },
      object({ b: { type: 'integer' } }, { required: ['b'] }),
      { type: 'null' },
    ],
  };

  test('checks a value of several shapes as the shape whose type it has', () => {
    expect(one(union, 'x')).toEqual([{ field: 'a', message: 'must not have fewer than 3 characters.' }]);
    expect(one(union, {})).toEqual([{ field: 'a.b', message: 'is required.' }]);
    expect(one(union, { b: 'x' })).toEqual([{ field: 'a.b', message: 'must be integer.' }]);
  });

  test('reports a value of none of the types with all types, each once', () => {
    expect(one(union, 5)).toEqual([{ field: 'a', message: 'must be string or object or null.' }]);
    expect(one({ anyOf: [{ type: 'string' }, { type: ['string', 'null'] }] }, 5)).toEqual([
      { field: 'a', message: 'must be string or null.' },
    ]);
  });

  test('hides no faults of other values', () => {
    const schema = object({ a: union, ab: { type: 'string' } });
    expect(faults(schema, { a: 5, ab: 5 })).toEqual([
      { field: 'a', message: 'must be string or object or null.' },
      { field: 'ab', message: 'must be string.' },
    ]);
  });

  test('may be nested in another', () => {
    const schema = { anyOf: [object({ b: union }), { type: 'null' }] };
    expect(one(schema, { b: 'x' })).toEqual([
      { field: 'a.b', message: 'must not have fewer than 3 characters.' },
    ]);
    expect(one(schema, { b: 5 })).toEqual([{ field: 'a.b', message: 'must be string or object or null.' }]);
  });
});
