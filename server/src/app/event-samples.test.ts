import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { describeParley } from '../../test/route-table.ts';
import { eventTypes, sampleEvent } from '../events/index.ts';
import { isId } from '../foundation/ids.ts';

const openapi = (await describeParley()).openapi as {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { example: unknown }> } } }>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(openapi, 'openapi');

test.each(eventTypes)('the sample of %s matches the payload schema in openapi.json', (type) => {
  const pointer = `openapi#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
  const validate = ajv.compile({ $ref: pointer });
  const sample = sampleEvent(type);
  validate(sample);
  expect(validate.errors ?? []).toEqual([]);
  expect(isId('event', sample.id)).toBe(true);
  expect(openapi.webhooks[type]?.post.requestBody.content['application/json']?.example).toEqual(sample);
});
