import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ModelReply, type ModelServer, startModelServer } from '../../../../test/model-server.ts';
import { createOutbound, loopbackCidrs, type Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import type { GeneratorConfig, TokenUsage } from './generator.ts';
import { countTokens, createAnthropicGenerator, createOpenAiGenerator, GeneratorError } from './index.ts';
import { tokenBudgetOf } from './tokens.ts';

let server: ModelServer;
let outbound: Outbound;

beforeAll(async () => {
  server = await startModelServer();
  outbound = createOutbound({ allow: loopbackCidrs, allowHttp: true });
});
afterAll(async () => {
  await outbound.close();
  server.close();
});
beforeEach(() => {
  server.requests.length = 0;
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
const failure = (work: Promise<unknown>): Promise<GeneratorError> =>
  work.then(
    (value) => Promise.reject(new Error(`answered ${JSON.stringify(value)}`)),
    (error: unknown) => (error instanceof GeneratorError ? error : Promise.reject(error)),
  );
/** Replies one after the other; the last one is repeated. */
const replies = (...list: (ModelReply | 'silence' | 'hang-up')[]) => {
  server.answer = () => (list.length > 1 ? list.shift() : list[0]) ?? {};
};
const sse = (events: object[], options: Partial<ModelReply> = {}): ModelReply => ({
  // Chunks are cut where a network might cut them: inside lines and inside characters.
  chunks: events
    .map((event) => `event: x\r\ndata: ${JSON.stringify(event)}\r\n\r\n`)
    .join('')
    .match(/[\s\S]{1,7}/g) as string[],
  ...options,
});

/** How a provider says the same things. */
interface Protocol {
  create(config?: Partial<GeneratorConfig>): ReturnType<typeof createOpenAiGenerator>;
  answers(answer: unknown): ModelReply;
  streams(json: string, options?: { finished?: boolean }): ModelReply;
  truncated: ModelReply;
  declined: ModelReply;
  empty: ModelReply;
  tooLong: ModelReply;
  malformed: [string, ModelReply][];
}

const config = (more: Partial<GeneratorConfig> = {}): GeneratorConfig => ({
  name: 'test',
  baseUrl: `${server.url}/v1/`,
  apiKey: 'k',
  model: 'm',
  retryDelaysMs: [0, 0],
  ...more,
});

const completion = (content: unknown, more: object = {}): ModelReply => ({
  body: {
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content }, ...more }],
    usage: { prompt_tokens: 11, completion_tokens: 5 },
  },
});
const openAi: Protocol = {
  create: (more) => createOpenAiGenerator(outbound, config(more)),
  answers: (answer) => completion(JSON.stringify(answer)),
  streams: (json, { finished = true } = {}) =>
    sse([
      { choices: [{ delta: { role: 'assistant', content: '' } }] },
      ...(json.match(/[\s\S]{1,3}/gu) ?? []).map((content) => ({ choices: [{ delta: { content } }] })),
      ...(finished
        ? [
            { choices: [{ delta: {}, finish_reason: 'stop' }] },
            { choices: [], usage: { prompt_tokens: 11, completion_tokens: 5 } },
          ]
        : []),
    ]),
  truncated: completion('{"a":', { finish_reason: 'length' }),
  declined: completion(null, { message: { content: null, refusal: 'No.' } }),
  empty: completion(''),
  tooLong: {
    status: 400,
    body: { error: { code: 'context_length_exceeded', message: 'maximum context length is 8192' } },
  },
  malformed: [
    ['no choice', { body: { choices: [] } }],
    ['a null choice', { body: { choices: [null] } }],
    ['prose', completion('Once upon a time')],
  ],
};

const message = (input: unknown): ModelReply => ({
  body: {
    stop_reason: 'tool_use',
    content: [
      { type: 'text', text: 'Here.' },
      { type: 'tool_use', name: 'answer', input },
    ],
    usage: { input_tokens: 11, output_tokens: 5 },
  },
});
const anthropic: Protocol = {
  create: (more) => createAnthropicGenerator(outbound, config({ baseUrl: server.url, ...more })),
  answers: message,
  streams: (json, { finished = true } = {}) =>
    sse([
      { type: 'message_start', message: { usage: { input_tokens: 11, output_tokens: 1 } } },
      { type: 'content_block_start', content_block: { type: 'tool_use', name: 'answer' } },
      ...(json.match(/[\s\S]{1,3}/gu) ?? []).map((partial_json) => ({
        type: 'content_block_delta',
        delta: { type: 'input_json_delta', partial_json },
      })),
      ...(finished
        ? [
            { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
            { type: 'message_stop' },
          ]
        : []),
    ]),
  truncated: { body: { stop_reason: 'max_tokens', content: [] } },
  declined: { body: { stop_reason: 'refusal', content: [] } },
  empty: { body: { stop_reason: 'end_turn', content: [] } },
  tooLong: {
    status: 400,
    body: {
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
  },
  malformed: [['another block', { body: { content: [null, { type: 'text', text: 'x' }] } }]],
};

describe.each([
  ['OpenAI’s chat completions', openAi],
  ['Anthropic’s Messages API', anthropic],
])('a provider with %s', (_, protocol) => {
  test('returns the JSON of the model and its usage', async () => {
    const used: TokenUsage[] = [];
    replies(protocol.answers({ a: 'b' }));
    expect(await protocol.create().generate({ ...request(), onUsage: (usage) => used.push(usage) })).toEqual({
      a: 'b',
    });
    expect(used).toEqual([{ input_tokens: 11, output_tokens: 5 }]);
  });

  test('streams the first text while the model writes it', async () => {
    const answer = { a: 'Zoë said: “it \\ works” \ud83d\ude00\nagain.', b: 'more' };
    const used: TokenUsage[] = [];
    let text = '';
    const parts: string[] = [];
    replies(protocol.streams(JSON.stringify(answer).replace('ë', '\\u00eb')));
    const returned = await protocol.create().generate({
      ...request(),
      onText(more) {
        text += more;
        parts.push(more);
      },
      onUsage: (usage) => used.push(usage),
    });
    expect(returned).toEqual(answer);
    expect(text).toBe(answer.a);
    expect(parts.length).toBeGreaterThan(3);
    expect(used).toEqual([{ input_tokens: 11, output_tokens: 5 }]);
    expect(server.requests[0]?.json.stream).toBe(true);
  });

  test('returns the answer of a model that ignores the request for a stream', async () => {
    replies(protocol.answers({ a: 'b' }));
    expect(await protocol.create().generate({ ...request(), onText: () => {} })).toEqual({ a: 'b' });
  });

  test.each<[string, () => ModelReply | 'hang-up']>([
    ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '0' } })],
    ['429 with a date', () => ({ status: 429, headers: { 'retry-after': new Date().toUTCString() } })],
    ['500', () => ({ status: 500 })],
    ['529', () => ({ status: 529 })],
    ['a lost connection', () => 'hang-up'],
  ])('asks a model again after %s', async (_name, first) => {
    replies(first(), protocol.answers({ a: 'b' }));
    expect(await protocol.create().generate(request())).toEqual({ a: 'b' });
    expect(server.requests).toHaveLength(2);
  });

  test.each<[string, () => ModelReply | 'hang-up', GeneratorError['code'], number]>([
    ['is down', () => 'hang-up', 'provider_unavailable', 3],
    ['fails with 500', () => ({ status: 500 }), 'provider_unavailable', 3],
    [
      'sends a Retry-After of a day',
      () => ({ status: 429, headers: { 'retry-after': '86400' } }),
      'provider_unavailable',
      1,
    ],
    ['refuses the key', () => ({ status: 401 }), 'provider_refused', 1],
    ['does not have the model', () => ({ status: 404 }), 'provider_refused', 1],
    ['responds with a web page', () => ({ body: '<html>' }), 'provider_answer', 1],
    ['responds with null', () => ({ body: 'null' }), 'provider_answer', 1],
    [
      'is cut off',
      () => ({ body: '{"choices": [{"message": {"content": "{', cutOff: true }),
      'provider_answer',
      1,
    ],
    ['truncates its answer', () => protocol.truncated, 'provider_answer', 1],
    ['returns nothing', () => protocol.empty, 'provider_answer', 1],
    ['declines', () => protocol.declined, 'provider_refused', 1],
    ['gets more than the context', () => protocol.tooLong, 'context_exceeded', 1],
    ['gets more bytes than it takes', () => ({ status: 413 }), 'context_exceeded', 1],
  ])(
    'gives an error with the right code and a plain message for a model that %s',
    async (_name, reply, code, count) => {
      replies(reply());
      const error = await failure(protocol.create().generate(request()));
      expect(error.code).toBe(code);
      expect(error.retryable).toBe(code === 'provider_unavailable' || code === 'provider_answer');
      expect(error.message).toMatch(/^The AI .+\.$/);
      expect(server.requests).toHaveLength(count);
    },
  );

  test.each(protocol.malformed)('gives an error for a model that returns %s', async (_name, reply) => {
    replies(reply);
    expect((await failure(protocol.create().generate(request()))).code).toBe('provider_answer');
  });

  test('whose stream ends in the middle is not asked again, because text was already passed on', async () => {
    replies(protocol.streams('{"a":"half', { finished: false }));
    let text = '';
    const onText = (more: string) => {
      text += more;
    };
    const error = await failure(protocol.create().generate({ ...request(), onText }));
    expect([error.code, text]).toEqual(['provider_answer', 'half']);
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, ModelReply | 'silence']>([
    ['does not respond', 'silence'],
    ['asks to wait', { status: 429, headers: { 'retry-after': '50' } }],
  ])('abandons a model that %s when the job is aborted', async (_name, reply) => {
    const ending = new AbortController();
    const received = new Promise<void>((resolve) => {
      server.answer = () => {
        resolve();
        return reply as ModelReply;
      };
    });
    const work = protocol.create().generate({ ...request(), signal: ending.signal });
    await received;
    ending.abort(new Error('ended'));
    await expect(work).rejects.toThrow();
  });

  test('estimates the usage of a model that does not count tokens', async () => {
    const { body } = protocol.answers({ a: 'b' });
    replies({ body: { ...(body as object), usage: undefined } });
    const used: TokenUsage[] = [];
    await protocol.create().generate({ ...request(), onUsage: (usage) => used.push(usage) });
    expect(used[0]?.input_tokens).toBeGreaterThan(0);
    expect(used[0]?.output_tokens).toBeGreaterThan(0);
  });
});

describe('a request to OpenAI’s chat completions', () => {
  test('a request to OpenAI’s chat completions has the schema of the answer', async () => {
    replies(openAi.answers({ a: 'b' }));
    await openAi.create().generate(request());
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer k' },
      json: {
        model: 'm',
        messages: [
          { role: 'system', content: 'Do.' },
          { role: 'user', content: 'Words.' },
        ],
        response_format: { type: 'json_schema', json_schema: { strict: true, schema: shape } },
      },
    });
  });

  test('a request to OpenAI’s chat completions has the schema in the instructions if the server does not support schemas', async () => {
    replies({ status: 400 }, completion('```json\n{"a":"b"}\n```'));
    expect(await openAi.create().generate(request())).toEqual({ a: 'b' });
    expect(server.requests[1]?.json.response_format).toEqual({ type: 'json_object' });
    expect(server.requests[1]?.json.messages[0].content).toContain(JSON.stringify(shape));
  });

  test.each([
    '{"a":"b"}',
    '```json\n{"a":"b"}\n```',
    '<think>The user wants {JSON}.</think>\n{"a":"b"}',
    'Here is the answer: {"a":"b"} I hope it helps.',
  ])('a request to OpenAI’s chat completions may be answered with %s', async (content) => {
    replies(completion(content));
    expect(await openAi.create().generate(request())).toEqual({ a: 'b' });
  });
});

test('a request to Anthropic’s Messages API makes the model call one tool', async () => {
  replies(anthropic.answers({ a: 'b' }));
  await anthropic.create({ model: 'claude-3-haiku-20240307' }).generate(request());
  expect(server.requests[0]).toMatchObject({
    path: '/v1/messages',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    json: {
      max_tokens: 4096,
      system: 'Do.',
      messages: [{ role: 'user', content: 'Words.' }],
      tools: [{ name: 'answer', input_schema: shape }],
      tool_choice: { type: 'tool', name: 'answer' },
    },
  });
});

test.each<[string, number | undefined, number]>([
  ['claude-sonnet-4-5', undefined, 150_000],
  ['gpt-4o-mini', undefined, 112_000],
  ['llama3.2', undefined, 6_144],
  ['llama3.2', 32_768, 24_576],
])('the model %s with a context of %s reads up to %s tokens', (model, contextTokens, max) => {
  expect(tokenBudgetOf(config({ model, ...(contextTokens ? { contextTokens } : {}) })).inputTokensMax).toBe(
    max,
  );
});

// One token for each word, number, mark and Japanese character.
test.each<[string, number]>([
  ['It is frustrating to find the shipping costs that late.', 11],
  ['[s12] Mina (0:05): I gave up in the end.', 18],
  ['Die Versandkosten kamen erst ganz am Ende, das war verwirrend.', 12],
  ['配送料が最後に表示されました。', 15],
])('the count of tokens of %s is not below %s', (text, tokens) => {
  expect(countTokens(text)).toBeGreaterThanOrEqual(tokens);
});

test.each<[string, string, boolean]>([
  ['http://localhost:11434/v1', 'm', false],
  ['http://localhost.:8000/v1', 'm', false],
  ['http://127.0.0.1:8000/v1', 'm', false],
  ['http://0.0.0.0:8000/v1', 'm', false],
  ['http://[::1]:8000/v1', 'm', false],
  ['http://[::ffff:127.0.0.1]:8000/v1', 'm', false],
  ['http://localhost:11434/v1', 'gpt-oss:120b-cloud', true],
  ['http://192.0.2.7:8000/v1', 'm', true],
  ['http://127.0.0.1.example.com/v1', 'm', true],
  ['https://api.openai.com/v1', 'm', true],
])('data sent to %s for %s leaves the machine: %s', (baseUrl, model, leaves) => {
  expect(leavesMachine({ baseUrl, model })).toBe(leaves);
  expect(leavesMachine({ baseUrl, model, sendsDataOutside: !leaves })).toBe(!leaves);
});
