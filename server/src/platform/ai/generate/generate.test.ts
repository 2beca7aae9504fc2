import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound, loopbackCidrs, type Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import { createAnthropicGenerator, createOpenAiGenerator, GeneratorError } from './index.ts';

interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the parsed JSON of a request.
  body: any;
}

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | 'silence' | 'hang-up';

let server: Server;
let outbound: Outbound;
let url: string;
let replies: Reply[] = [];
const received: ReceivedRequest[] = [];
const silent: ServerResponse[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      received.push({ path: request.url ?? '', headers: request.headers, body });
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
  received.length = 0;
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
    retryDelaysMs: [0, 0],
  });
const anthropic = () =>
  createAnthropicGenerator(outbound, {
    name: 'anthropic',
    baseUrl: url,
    apiKey: 'k',
    model: 'm',
    retryDelaysMs: [0, 0],
  });
const completion = (content: unknown, more: object = {}) => ({
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', content }, ...more }],
});
const failure = (work: Promise<unknown>): Promise<GeneratorError> =>
  work.then(
    (value) => Promise.reject(new Error(`answered ${JSON.stringify(value)}`)),
    (error: unknown) => (error instanceof GeneratorError ? error : Promise.reject(error)),
  );

describe('a server with OpenAI’s chat completions', () => {
  test('gets the schema of the answer, and its JSON is returned', async () => {
    replies = [{ body: completion('{"a":"b"}') }];
    expect(await openAi().generate(request())).toEqual({ a: 'b' });
    expect(received[0]).toMatchObject({
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

  test('that does not support schemas gets the schema in the instructions', async () => {
    replies = [{ status: 400 }, { body: completion('```json\n{"a":"b"}\n```') }];
    expect(await openAi().generate(request())).toEqual({ a: 'b' });
    expect(received[1]?.body.response_format).toEqual({ type: 'json_object' });
    expect(received[1]?.body.messages[0].content).toContain(JSON.stringify(shape));
  });

  test('that sends Retry-After gets the request again', async () => {
    replies = [{ status: 429, headers: { 'retry-after': '0' } }, { body: completion('{"a":"b"}') }];
    expect(await openAi().generate(request())).toEqual({ a: 'b' });
  });

  test.each<[string, Reply, string]>([
    ['is down', 'hang-up', 'provider_unavailable'],
    ['fails with 500', { status: 500 }, 'provider_unavailable'],
    [
      'sends a Retry-After of one day',
      { status: 429, headers: { 'retry-after': '86400' } },
      'provider_unavailable',
    ],
    ['refuses the key', { status: 401 }, 'provider_refused'],
    ['does not have the model', { status: 404 }, 'provider_refused'],
    ['responds with a web page', { body: '<html>' }, 'provider_answer'],
    ['responds with null', { body: 'null' }, 'provider_answer'],
    ['responds without a choice', { body: { choices: [] } }, 'provider_answer'],
    ['responds with a null choice', { body: { choices: [null] } }, 'provider_answer'],
    ['writes prose', { body: completion('Once upon a time') }, 'provider_answer'],
    ['truncates its answer', { body: completion('{"a":', { finish_reason: 'length' }) }, 'provider_answer'],
    [
      'declines',
      { body: completion(null, { message: { content: null, refusal: 'No.' } }) },
      'provider_refused',
    ],
  ])('that %s gives an error with the right code and a plain message', async (_, reply, code) => {
    replies = [reply];
    const error = await failure(openAi().generate(request()));
    expect(error.code).toBe(code);
    expect(error.retryable).toBe(code !== 'provider_refused');
    expect(error.message).toMatch(/^The AI .+\.$/);
  });

  test('that does not respond is abandoned when the job is aborted', async () => {
    replies = ['silence'];
    const ending = new AbortController();
    const work = openAi().generate({ ...request(), signal: ending.signal });
    ending.abort(new Error('ended'));
    await expect(work).rejects.toThrow('ended');
  });
});

describe('Anthropic’s Messages API', () => {
  test('returns the input of the tool that the model must call', async () => {
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
    expect(received[0]).toMatchObject({
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
    ['responds with null', { body: 'null' }, 'provider_answer'],
    [
      'responds without the tool',
      { body: { content: [null, { type: 'text', text: 'x' }] } },
      'provider_answer',
    ],
    ['truncates its answer', { body: { stop_reason: 'max_tokens', content: [] } }, 'provider_answer'],
    ['declines', { body: { stop_reason: 'refusal', content: [] } }, 'provider_refused'],
  ])('gives an error with the right code if the server %s', async (_, reply, code) => {
    replies = [reply];
    expect((await failure(anthropic().generate(request()))).code).toBe(code);
  });
});

test.each<[string, boolean]>([
  ['http://localhost:11434/v1', false],
  ['http://127.0.0.1:8000/v1', false],
  ['http://[::1]:8000/v1', false],
  ['http://0.0.0.0:8000/v1', false],
  ['http://[::ffff:127.0.0.1]:8000/v1', false],
  ['http://localhost.:8000/v1', false],
  ['http://192.0.2.7:8000/v1', true],
  ['http://127.0.0.1.example.com/v1', true],
  ['https://api.openai.com/v1', true],
])('data sent to %s leaves the machine: %s', (address, leaves) => {
  expect(leavesMachine({ baseUrl: address, model: 'm' })).toBe(leaves);
});
