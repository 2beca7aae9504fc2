import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { describeParley } from '../../test/route-table.ts';
import { eventTypes } from '../events/index.ts';

interface Schema {
  $ref?: string;
  type?: string;
  title?: string;
  properties?: Record<string, Schema & { const?: unknown }>;
  required?: string[];
  additionalProperties?: unknown;
  oneOf?: Schema[];
  examples?: unknown[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}
interface Content {
  content?: Record<
    string,
    { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
  >;
}
interface Operation {
  operationId: string;
  requestBody?: Content;
  responses: Record<string, Content>;
}

const { openapi } = await describeParley();
const document = openapi as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { summary: string; requestBody: Content } }>;
  components: { schemas: Record<string, Schema> };
};
const { schemas } = document.components;
const operations = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  // It describes this document, which has no schema of its own.
  .filter(({ operationId }) => operationId !== 'getOpenApi');
const contents = ({ content = {} }: Content) => Object.values(content);
const bodies = operations.flatMap((operation) =>
  operation.requestBody ? contents(operation.requestBody) : [],
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addFormat('visible', true);
ajv.addFormat('timezone', true);
ajv.addSchema(openapi, 'openapi');

const follow = ({ $ref }: Schema): Schema => schemas[$ref?.split('/').at(-1) ?? ''] as Schema;
const faultsOf = ({ $ref }: Schema, value: unknown) => {
  const validate = ajv.compile({ $ref: `openapi${$ref}` });
  validate(value);
  return validate.errors ?? [];
};

/** The component itself, or each branch of a union. */
const branchesOf = (schema: Schema): Schema[] => follow(schema).oneOf ?? [schema];

test('every request body and every successful response is a named component', () => {
  const responses = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, response]) => (status < '300' ? contents(response) : [])),
  );
  expect(responses.length).toBeGreaterThan(150);
  for (const { schema } of [...bodies, ...responses]) {
    expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z]\w+$/) });
    expect(follow(schema)).toBeDefined();
  }
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'ProjectCreate',
      'ProjectUpdate',
      'ProjectEnvelope',
      'ProjectPage',
      'FileCreate',
    ]),
  );
});

test('every alternative of a request body is a complete object without unknown fields, and has a valid example', () => {
  const json = operations.flatMap(({ requestBody }) => requestBody?.content?.['application/json'] ?? []);
  for (const { schema, example, examples } of json) {
    for (const branch of branchesOf(schema)) {
      const { title, type, properties, required = [], additionalProperties, ...rest } = follow(branch);
      expect({ title, type, additionalProperties }).toEqual({
        title,
        type: 'object',
        additionalProperties: false,
      });
      expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(required));
      expect(rest.examples, title).toHaveLength(1);
      expect({ title, faults: faultsOf(branch, rest.examples?.[0]) }).toEqual({ title, faults: [] });
    }
    const shown = examples ? Object.values(examples).map(({ value }) => value) : [example];
    expect(shown).toHaveLength(branchesOf(schema).length);
    for (const value of shown) expect(faultsOf(schema, value)).toEqual([]);
  }
});

test('a file has four alternatives, and exactly one accepts a body', () => {
  const create = { $ref: '#/components/schemas/FileCreate' };
  expect(branchesOf(create).map(({ $ref }) => $ref?.split('/').at(-1))).toEqual([
    'FileCreateByUpload',
    'FileCreateByUrl',
    'FileCreateByText',
    'FileCreateByTranscript',
  ]);
  expect(faultsOf(create, { name: 'a.txt', text: 'words' })).toEqual([]);
  expect(faultsOf(create, { name: 'a.txt', text: 'words', url: 'https://example.com/a' })).not.toEqual([]);
  const transcript = { format: 'srt', content: '1\n' };
  expect(faultsOf(create, { name: 'a', transcript, transcribe: false })).toEqual([]);
  expect(faultsOf(create, { name: 'a', transcript, transcribe: true })).not.toEqual([]);
});

test.each([
  ['Job', 'result', ['transcription', 'report', 'chat', 'auto_tag', 'sentiment', 'simulation']],
  ['Event', 'data', [...eventTypes]],
])('%s is a union by `type`, and each type has its own %s', (name, field, types) => {
  const { oneOf = [], discriminator } = schemas[name] as Schema;
  expect(discriminator?.propertyName).toBe('type');
  expect(Object.keys(discriminator?.mapping ?? {})).toEqual(types);
  expect(Object.values(discriminator?.mapping ?? {})).toEqual(oneOf.map(({ $ref }) => $ref));
  for (const [at, branch] of oneOf.entries()) {
    const { properties } = follow(branch);
    expect(properties?.type?.const).toBe(types[at]);
    expect(JSON.stringify(properties?.[field])).toContain('"#/components/schemas/');
  }
});

test('the request that starts a job returns the job of that type', () => {
  const started = operations.flatMap(({ operationId, responses }) =>
    responses[202] ? [[operationId, contents(responses[202])[0]?.schema.$ref]] : [],
  );
  expect(Object.fromEntries(started)).toMatchObject({
    createReport: '#/components/schemas/ReportJobEnvelope',
    askQuestion: '#/components/schemas/ChatJobEnvelope',
    transcribeFile: '#/components/schemas/TranscriptionJobEnvelope',
    simulateTest: '#/components/schemas/SimulationJobEnvelope',
  });
});

test('the webhooks section names each event by its type and refers to its component', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypes]);
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    expect(post.summary).toBe(type);
    const [body] = contents(post.requestBody);
    expect(follow(body?.schema as Schema).properties?.type?.const).toBe(type);
  }
});

test('every PATCH of a record with a version accepts expected_version', () => {
  const resolve = ({ $ref, ...schema }: Schema): Schema =>
    $ref ? (schemas[$ref.split('/').at(-1) as string] as Schema) : schema;
  const versioned = Object.values(document.paths)
    .flatMap(({ patch }) => patch ?? [])
    .filter((operation) =>
      contents(operation.responses['200'] ?? {}).some(({ schema }) => {
        const { data } = resolve(schema).properties ?? {};
        return data && resolve(data).properties?.version !== undefined;
      }),
    );
  expect(versioned.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['updateCard', 'updateNote', 'updateReport']),
  );
  for (const { operationId, requestBody } of versioned)
    for (const { schema } of contents(requestBody ?? {}))
      expect(resolve(schema).properties, operationId).toHaveProperty('expected_version');
});
