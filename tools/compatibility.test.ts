import { expect, test } from 'vitest';
import { findIncompatibleChanges } from './compatibility.ts';

const document = (
  change: (parts: {
    body: Record<string, unknown>;
    data: Record<string, unknown>;
    responses: Record<string, unknown>;
  }) => void = () => {},
) => {
  const body: Record<string, unknown> = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 200 }, kind: { type: 'string', enum: ['a', 'b'] } },
  };
  const data: Record<string, unknown> = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, note: { type: ['string', 'null'] } },
  };
  const responses: Record<string, unknown> = {
    201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
    404: { description: 'absent' },
  };
  change({ body, data, responses });
  return {
    paths: {
      '/v1/things': {
        post: { requestBody: { content: { 'application/json': { schema: body } } }, responses },
      },
    },
    components: { schemas: { Thing: data } },
  };
};

test('an unchanged document is compatible', () => {
  expect(findIncompatibleChanges(document(), document())).toEqual([]);
});

test('new response fields, optional inputs and wider values are compatible (spec §1.13)', () => {
  const wider = document(({ body, data }) => {
    Object.assign(data.properties as object, { more: { type: 'number' } });
    Object.assign(body.properties as object, {
      extra: { type: 'string' },
      name: { type: ['string', 'null'], maxLength: 300 },
      kind: { type: 'string', enum: ['a', 'b', 'c'] },
    });
  });
  expect(findIncompatibleChanges(document(), wider)).toEqual([]);
});

test.each([
  [
    'a removed response field',
    'was removed',
    document(({ data }) => delete (data.properties as Record<string, unknown>).note),
  ],
  [
    'a changed type',
    'changed its type',
    document(({ data }) => Object.assign(data.properties as object, { id: { type: 'integer' } })),
  ],
  [
    'a response field that may now be null',
    'changed its type',
    document(({ data }) => Object.assign(data.properties as object, { id: { type: ['string', 'null'] } })),
  ],
  ['a changed status', 'no longer returns 404', document(({ responses }) => delete responses['404'])],
  [
    'a new required input',
    'became required',
    document(({ body }) => Object.assign(body, { required: ['name', 'kind'] })),
  ],
  [
    'a value that is no longer accepted',
    'no longer accepts b',
    document(({ body }) =>
      Object.assign(body.properties as object, { kind: { type: 'string', enum: ['a'] } }),
    ),
  ],
  [
    'a shorter limit',
    'is narrower',
    document(({ body }) =>
      Object.assign(body.properties as object, { name: { type: 'string', maxLength: 100 } }),
    ),
  ],
  ['a removed operation', 'was removed', { ...document(), paths: {} }],
])('%s is incompatible', (_what, message, current) => {
  expect(findIncompatibleChanges(document(), current).join('\n')).toContain(message);
});

const withUnion = (branches: Record<string, Record<string, unknown>>) => {
  const parts = document(({ body }) => {
    for (const key of Object.keys(body)) delete body[key];
    body.oneOf = Object.keys(branches).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  });
  return { ...parts, components: { schemas: { ...parts.components.schemas, ...branches } } };
};
const byUrl = { type: 'object', required: ['url'], properties: { url: { type: 'string' } } };
const byText = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };

test('the alternatives of a union are compared by name', () => {
  const released = withUnion({ ByUrl: byUrl, ByText: byText });
  expect(findIncompatibleChanges(released, released)).toEqual([]);
  expect(findIncompatibleChanges(withUnion({ ByUrl: byUrl }), released)).toEqual([]);
  expect(findIncompatibleChanges(released, withUnion({ ByUrl: byUrl }))).toEqual([
    expect.stringContaining('no longer accepts #/components/schemas/ByText'),
  ]);
  const narrower = { ...byText, required: ['text', 'name'] };
  expect(findIncompatibleChanges(released, withUnion({ ByUrl: byUrl, ByText: narrower }))).toEqual([
    expect.stringContaining('.name became required'),
  ]);
});
