import { expect, test } from 'vitest';
import { findUndescribed } from './descriptions.ts';

const respondWith = (schema: object, schemas: Record<string, object> = {}) => ({
  paths: { '/v1/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  components: { schemas: schemas as Record<string, Record<string, unknown>> },
});
const described = { type: 'string', description: 'When it ended, in UTC.' };

test('accepts fields with a description, including those in components and next to null', () => {
  const schema = {
    properties: {
      ended_at: described,
      owner: { $ref: '#/components/schemas/Owner' },
      parent: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
    },
  };
  const Owner = { description: 'A person of the workspace.', properties: { ended_at: described } };
  expect(findUndescribed(respondWith(schema, { Owner }))).toEqual([]);
});

test.each([
  ['a property', { properties: { a: {} } }, 'GET /v1/a 200.a'],
  ['an empty description', { properties: { a: { description: ' ' } } }, 'GET /v1/a 200.a'],
  ['items of a list', { items: { properties: { a: {} } } }, 'GET /v1/a 200[].a'],
  ['a branch of oneOf', { oneOf: [{ properties: { a: {} } }] }, 'GET /v1/a 200.a'],
  ['a branch of anyOf', { anyOf: [{ type: 'null' }, { properties: { a: {} } }] }, 'GET /v1/a 200.a'],
  ['a part of allOf', { allOf: [{ properties: { a: {} } }] }, 'GET /v1/a 200.a'],
  ['values of a map', { additionalProperties: { properties: { a: {} } } }, 'GET /v1/a 200{}.a'],
  [
    'a nested property',
    { properties: { ended_at: { ...described, properties: { a: {} } } } },
    'GET /v1/a 200.ended_at.a',
  ],
])('finds %s without a description', (_what, schema, place) => {
  expect(findUndescribed(respondWith(schema))).toEqual([`${place} has no description`]);
});

test('finds a field of a component that only a list refers to, once', () => {
  const ref = { $ref: '#/components/schemas/Thing' };
  const schema = { properties: { data: { description: 'One page.', items: ref }, first: ref } };
  const Thing = { description: 'A thing.', properties: { a: {}, self: ref } };
  expect(findUndescribed(respondWith(schema, { Thing }))).toEqual(['Thing.a has no description']);
});

test('finds a description that only repeats the name of the field', () => {
  const schema = { properties: { created_at: { description: 'Created at.' } } };
  expect(findUndescribed(respondWith(schema))).toEqual(['GET /v1/a 200.created_at only repeats its name']);
});

test('finds fields of event payloads and of shared responses', () => {
  const content = { 'application/json': { schema: { properties: { a: {} } } } };
  const document = {
    webhooks: { 'project.created': { post: { requestBody: { content } } } },
    components: { responses: { Invalid: { content } } },
  };
  expect(findUndescribed(document)).toEqual([
    'Invalid.a has no description',
    'event project.created.a has no description',
  ]);
});
