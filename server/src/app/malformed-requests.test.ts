import { once } from 'node:events';
import { connect } from 'node:net';
import { type RawResponse, sendRaw, sendRequest } from '@parley/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount, useParley } from '../../test/use-parley.ts';

/** Malformed HTTP gets the error envelope: no 500, no internal detail, no hanging connection. */

const parley = useParley();
const ada = useAccount(parley);
let authorization: Record<string, string>;
beforeAll(async () => {
  authorization = { Authorization: `Bearer ${ada.key}` };
});

const json = { 'Content-Type': 'application/json' };

function expectRefusal(answer: RawResponse, status: number, code: string): void {
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'details', 'message']);
  expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code });
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.headers['x-request-id']).toMatch(/^req_/);
  expect(JSON.stringify(answer.body)).not.toMatch(/FST_|HPE_|node_modules|at \w+ \(|prl_live_/);
}

describe('paths', () => {
  test.each([
    ['an incomplete escape', '/v1/projects/%'],
    ['an escape that is no hex', '/v1/projects/%zz'],
    ['an escape that is no UTF-8', '/v1/projects/%E0%A4%A'],
    ['a broken escape in another place', '/v1/%ff/x'],
    ['a NUL', '/v1/projects/prj_%00'],
    ['a NUL in an id of the right length', `/v1/projects/prj_${'0'.repeat(25)}%00`],
    ['a slash in disguise', '/v1/projects/..%2f..%2fetc%2fpasswd'],
    ['dots', '/v1/../v1/nothing'],
    ['an id of 501 characters', `/v1/projects/${'x'.repeat(501)}`],
    ['an id of 30,000 characters', `/v1/projects/${'x'.repeat(30_000)}`],
    ['an id of another kind', '/v1/projects/evt_06a8rs3nqq8b2m4v8cy7gk6pz4'],
    ['upper case', '/v1/projects/PRJ_06A8RS3NQQ8B2M4V8CY7GK6PZ4'],
    ['the last id there can be', '/v1/projects/prj_zzzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['the last event there can be', '/v1/events/evt_zzzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['an event of the far future', '/v1/events/evt_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['an event of 1970', '/v1/events/evt_00000000000000000000000000'],
  ])('%s: 404 with a key', async (_, path) => {
    expectRefusal(await sendRequest(parley.url, `GET ${path}`, authorization), 404, 'not_found');
    expectRefusal(await sendRequest(parley.url, `GET ${path}`), 401, 'unauthorized');
  });

  test('returns 422 for a path that is too long', async () => {
    const answer = await sendRequest(parley.url, `GET /v1/${'x'.repeat(100_000)}`, authorization);
    expectRefusal(answer, 422, 'validation_failed');
  });

  test('accepts a request target in absolute form', async () => {
    const answer = await sendRequest(parley.url, 'GET http://parley.test/v1/me', authorization);
    expect(answer.status).toBe(200);
    expectRefusal(await sendRequest(parley.url, 'GET http://parley.test/v1/nothing'), 401, 'unauthorized');
  });

  test('returns 404 for OPTIONS * and for CONNECT to another host', async () => {
    expectRefusal(await sendRequest(parley.url, 'OPTIONS *', authorization), 404, 'not_found');
    expectRefusal(await sendRequest(parley.url, 'CONNECT example.com:443'), 404, 'not_found');
  });

  test.each(['TRACE', 'PROPFIND', 'SEARCH', 'LINK', 'QUERY', 'CONNECT', 'FOO', 'GETS', 'get', 'X-Y!', '5'])(
    'returns 404 with a key and 401 without for the method %s',
    async (method) => {
      const line = `${method} /v1/projects`;
      const answer = await sendRequest(parley.url, line, authorization);
      expectRefusal(answer, 404, 'not_found');
      expect(answer.headers['x-ratelimit-limit']).toBeDefined();
      expectRefusal(await sendRequest(parley.url, line), 401, 'unauthorized');
      const wrong = { Authorization: `Bearer prl_live_${'a'.repeat(46)}` };
      expectRefusal(await sendRequest(parley.url, line, wrong), 401, 'unauthorized');
      expectRefusal(await sendRequest(parley.url, `${method} /nowhere`), 404, 'not_found');
      const body = '{"name":"Not read"}';
      expectRefusal(
        await sendRequest(parley.url, line, { ...authorization, ...json }, body),
        404,
        'not_found',
      );
    },
  );

  test('answers a valid request and an unknown method after it, in order', async () => {
    const auth = `Host: x\r\nAuthorization: Bearer ${ada.key}\r\n\r\n`;
    const { port } = new URL(parley.url);
    const socket = connect(Number(port), '127.0.0.1');
    let received = '';
    socket.on('data', (text) => {
      received += String(text);
      if (received.includes('"email"') && !received.includes('not_found'))
        socket.write(`FOO /v1/me HTTP/1.1\r\n${auth}`);
    });
    socket.write(`GET /v1/me HTTP/1.1\r\n${auth}`);
    await once(socket, 'close');
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });
});

describe('headers', () => {
  test.each([
    ['a key that is not ASCII', 'Bearer prl_live_ключ'],
    ['a key with umlauts', `Bearer prl_live_${'ü'.repeat(46)}`],
    ['a very long key', `Bearer prl_live_${'a'.repeat(20_000)}`],
    ['a scheme alone', 'Bearer'],
    ['two keys', 'Bearer a b'],
    ['nothing', ''],
  ])('%s: 401', async (_, value) => {
    const Authorization = Buffer.from(value).toString('latin1');
    expectRefusal(await sendRequest(parley.url, 'GET /v1/me', { Authorization }), 401, 'unauthorized');
  });

  test('returns 422 for a header that is too long', async () => {
    const answer = await sendRequest(parley.url, 'GET /v1/me', {
      ...authorization,
      'X-Flood': 'x'.repeat(200_000),
    });
    expectRefusal(answer, 422, 'validation_failed');
  });

  test('answers a request with very many headers and accepts the next request', async () => {
    const flood = Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`X-${i}`, 'y']));
    const answer = await sendRequest(parley.url, 'GET /v1/me', { ...flood, ...authorization });
    expect([200, 401, 422]).toContain(answer.status);
    expect((await ada.get('/v1/me')).status).toBe(200);
  });

  test('ignores an unknown Expect header', async () => {
    const answer = await sendRequest(parley.url, 'GET /v1/me', { ...authorization, Expect: 'miracles' });
    expect(answer.status).toBe(200);
  });

  test('answers Expect: 100-continue', async () => {
    const headers = { ...authorization, ...json, Expect: '100-continue' };
    const answer = await sendRequest(parley.url, 'POST /v1/projects', headers, '{"name":"Continued"}');
    expect(answer.status).toBe(201);
  });

  test('answers a request that offers to upgrade without upgrading', async () => {
    const headers = { ...authorization, Connection: 'Upgrade, close', Upgrade: 'websocket' };
    expect((await sendRequest(parley.url, 'GET /v1/me', headers)).status).toBe(200);
  });
});

describe('HTTP itself', () => {
  test.each([
    ['nonsense', 'hello there\r\n\r\n'],
    ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex')],
    ['an unknown method in an unknown version', 'FOO /v1/me HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['an unknown method without a path', 'FOO\r\nHost: x\r\n\r\n'],
    ['no method', ' /v1/me HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET /v1/me HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n'],
    ['a length that is no number', 'POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n'],
    [
      'two lengths',
      'POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    ],
    [
      'both Content-Length and Transfer-Encoding, as in request smuggling',
      'POST /v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['an unknown version', 'GET /v1/me HTTP/9.9\r\nHost: x\r\n\r\n'],
  ])('%s returns 422 and closes the connection', async (_, bytes) => {
    const [answer] = await sendRaw(parley.url, bytes);
    expectRefusal(answer as RawResponse, 422, 'validation_failed');
  });

  test('returns 422 for an invalid chunk', async () => {
    const head = `POST /v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const [answer] = await sendRaw(parley.url, head, 'zz\r\nnot a chunk');
    expectRefusal(answer as RawResponse, 422, 'validation_failed');
  });

  test('serves other clients after a client disconnects in the middle of its body', async () => {
    const { port } = new URL(parley.url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST /v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\n`);
    socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na');
    socket.destroy();
    expect((await ada.get('/v1/me')).status).toBe(200);
  });

  test('answers HTTP/1.0 and requests without Host', async () => {
    const auth = `Authorization: Bearer ${ada.key}\r\n`;
    const [old] = await sendRaw(parley.url, `GET /v1/me HTTP/1.0\r\n${auth}\r\n`);
    expect(old?.status).toBe(200);
    const [nameless] = await sendRaw(parley.url, `GET /v1/me HTTP/1.1\r\nConnection: close\r\n${auth}\r\n`);
    expect(nameless?.status).toBe(200);
  });

  test('answers pipelined requests in order', async () => {
    const request = (path: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\n${more}\r\n`;
    const answers = await sendRaw(
      parley.url,
      request('/v1/me') + request('/v1/nothing') + request('/v1/projects?limit=0'),
      request('/v1/workspace', 'Connection: close\r\n'),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 422, 200]);
  });

  test('accepts a chunked body', async () => {
    const head = `POST /v1/projects HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${ada.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const [answer] = await sendRaw(
      parley.url,
      head,
      '8\r\n{"name":\r\n',
      '4\r\n"Ch"\r\n',
      '1\r\n}\r\n0\r\n\r\n',
    );
    expect(answer?.status).toBe(201);
    expect(answer?.body.data.name).toBe('Ch');
  });
});
