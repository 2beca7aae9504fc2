import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound, loopbackCidrs, type Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import { createAnthropicGenerator, createOpenAiGenerator, GeneratorError } from './index.ts';

interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what was really sent.
  body: any;
}

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | 'silence' | 'hang-up';

let server: Server;
let outbound: Outbound;
let url: string;
let replies: Reply[] = [];
const asked: Asked[] = [];
const silent: ServerResponse[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      asked.push({ path: request.url ?? '', headers: request.headers, body });
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? {};
      if (reply === 'silence') silent.push(response);
      else if (reply === 'hang-up') response.destroy();
      else {
        const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
        response.writeHead(reply.status ?? 200, reply.headers).end(text);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outbound = createOutbound({ allow: loopbackCidrs, allowHttp: true });
});
afterAll(async () => {
  for (const response of silent) response.destroy();
  await outbound.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const shape = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};
const request = () => ({
  instructions: 'Do.',
  material: 'Words.',
  shape,
  signal: new AbortController().signal,
});
const openAi = () =>
  createOpenAiGenerator(outbound, {
    name: 'openai-compatible',
    baseUrl: `${url}/v1/`,
    apiKey: 'k',
    model: 'm',
  });
const anthropic = () =>
  createAnthropicGenerator(outbound, { name: 'anthropic', baseUrl: url, apiKey: 'k', model: 'm' });
const completion = (content: unknown, more: object = {}) => ({
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', content }, ...more }],
});
const failure = (work: Promise<unknown>): Promise<GeneratorError> =>
  work.then(
    (value) => Promise.reject(new Error(`answered ${JSON.stringify(value)}`)),
    (error: unknown) => (error instanceof GeneratorError ? error : Promise.reject(error)),
  );

describe('a server that speaks OpenAI’s chat completions', () => {
  test('is told the shape of the answer, and its JSON comes back', async () => {
    replies = [{ body: completion('{"a":"b"}') }];
    expect(await openAi().generate(request())).toEqual({ a: 'b' });
    expect(asked[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer k' },
      body: {
        model: 'm',
        messages: [
          { role: 'system', content: 'Do.' },
          { role: 'user', content: 'Words.' },
        ],
        response_format: { type: 'json_schema', json_schema: { strict: true, schema: shape } },
      },
    });
  });

  test('that knows no schemas is told in words', async () => {
    replies = [{ status: 400 }, { body: completion('```json\n{"a":"b"}\n```') }];
    expect(await openAi().generate(request())).toEqual({ a: 'b' });
    expect(asked[1]?.body.response_format).toEqual({ type: 'json_object' });
    expect(asked[1]?.body.messages[0].content).toContain(JSON.stringify(shape));
  });

  test('that names how long to wait is asked again after that', async () => {
    replies = [{ status: 429, headers: { 'retry-after': '0' } }, { body: completion('{"a":"b"}') }];
    expect(await openAi().generate(request())).toEqual({ a: 'b' });
  });

  test.each<[string, Reply, string]>([
    ['is down', 'hang-up', 'provider_unavailable'],
    ['has a fault', { status: 500 }, 'provider_unavailable'],
    [
      'asks for too much patience',
      { status: 429, headers: { 'retry-after': '86400' } },
      'provider_unavailable',
    ],
    ['refuses the key', { status: 401 }, 'provider_refused'],
    ['knows no such model', { status: 404 }, 'provider_refused'],
    ['answers with a page', { body: '<html>' }, 'provider_answer'],
    ['answers with nothing', { body: 'null' }, 'provider_answer'],
    ['answers without a choice', { body: { choices: [] } }, 'provider_answer'],
    ['answers with a null choice', { body: { choices: [null] } }, 'provider_answer'],
    ['writes prose', { body: completion('Once upon a time') }, 'provider_answer'],
    ['is cut off', { body: completion('{"a":', { finish_reason: 'length' }) }, 'provider_answer'],
    [
      'declines',
      { body: completion(null, { message: { content: null, refusal: 'No.' } }) },
      'provider_refused',
    ],
  ])('that %s is told apart', async (_, reply, code) => {
    replies = [reply];
    const error = await failure(openAi().generate(request()));
    expect(error.code).toBe(code);
    expect(error.retryable).toBe(code !== 'provider_refused');
    expect(error.message).toMatch(/^The AI .+\.$/);
  });

  test('that says nothing is left when the job ends', async () => {
    replies = ['silence'];
    const ending = new AbortController();
    const work = openAi().generate({ ...request(), signal: ending.signal });
    ending.abort(new Error('ended'));
    await expect(work).rejects.toThrow('ended');
  });
});

describe('Anthropic’s messages', () => {
  test('answer by the tool that the model must use', async () => {
    replies = [
      {
        body: {
          stop_reason: 'tool_use',
          content: [
            { type: 'text', text: 'Here.' },
            { type: 'tool_use', name: 'answer', input: { a: 'b' } },
          ],
        },
      },
    ];
    expect(await anthropic().generate(request())).toEqual({ a: 'b' });
    expect(asked[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
      body: {
        model: 'm',
        system: 'Do.',
        messages: [{ role: 'user', content: 'Words.' }],
        tools: [{ name: 'answer', input_schema: shape }],
        tool_choice: { type: 'tool', name: 'answer' },
      },
    });
  });

  test.each<[string, Reply, string]>([
    ['is overloaded', { status: 529 }, 'provider_unavailable'],
    ['refuses the key', { status: 401 }, 'provider_refused'],
    ['answers with nothing', { body: 'null' }, 'provider_answer'],
    [
      'answers without the tool',
      { body: { content: [null, { type: 'text', text: 'x' }] } },
      'provider_answer',
    ],
    ['is cut off', { body: { stop_reason: 'max_tokens', content: [] } }, 'provider_answer'],
    ['declines', { body: { stop_reason: 'refusal', content: [] } }, 'provider_refused'],
  ])('from a server that %s are told apart', async (_, reply, code) => {
    replies = [reply];
    expect((await failure(anthropic().generate(request()))).code).toBe(code);
  });
});

test.each<[string, boolean]>([
  ['http://localhost:11434/v1', false],
  ['http://127.0.0.1:8000/v1', false],
  ['http://[::1]:8000/v1', false],
  ['http://10.0.0.7:8000/v1', true],
  ['http://127.0.0.1.example.com/v1', true],
  ['https://api.openai.com/v1', true],
])('material for %s leaves the machine: %s', (address, leaves) => {
  expect(leavesMachine(address)).toBe(leaves);
});
