import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SpeechRequest } from '@parley/speech';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeRecording } from '../../../../test/media.ts';
import { type ModelReply, type ModelServer, startModelServer } from '../../../../test/model-server.ts';
import { createOutbound, loopbackCidrs, type Outbound } from '../../outbound/index.ts';
import {
  createDeepgramTranscriber,
  createOpenAiTranscriber,
  type Transcriber,
  TranscriberError,
} from './index.ts';
import type { TranscriberConfig } from './transcriber.ts';

let server: ModelServer;
let outbound: Outbound;
let folder: string;
let wavPath: string;

beforeAll(async () => {
  server = await startModelServer();
  outbound = createOutbound({ allow: loopbackCidrs, allowHttp: true });
  folder = await mkdtemp(path.join(tmpdir(), 'parley-transcribe-'));
  wavPath = path.join(folder, 'speech.wav');
  await writeFile(wavPath, await makeRecording('wav', { seconds: 2 }));
});
afterAll(async () => {
  await outbound.close();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  server.requests.length = 0;
});

const request = (more: Partial<SpeechRequest> = {}): SpeechRequest => ({
  wavPath,
  duration_seconds: 2,
  vocabulary: [],
  diarize: true,
  signal: new AbortController().signal,
  onProgress: () => {},
  ...more,
});
const config = (): TranscriberConfig => ({
  baseUrl: `${server.url}/v1/`,
  apiKey: 'k',
  model: 'nova-3',
  retryDelaysMs: [0, 0],
});
const replies = (...list: (ModelReply | 'silence' | 'hang-up')[]) => {
  server.answer = () => (list.length > 1 ? list.shift() : list[0]) ?? {};
};
const failure = (work: Promise<unknown>): Promise<TranscriberError> =>
  work.then(
    (value) => Promise.reject(new Error(`answered ${JSON.stringify(value)}`)),
    (error: unknown) => (error instanceof TranscriberError ? error : Promise.reject(error)),
  );

interface Protocol {
  create(): Transcriber;
  /** Two words of one speaker. */
  speech: ModelReply;
  silence: ModelReply;
  malformed: ModelReply;
}

const whisper: Protocol = {
  create: () => createOpenAiTranscriber(outbound, config()),
  speech: {
    body: {
      language: 'english',
      segments: [
        {
          start: 0.1,
          end: 1,
          text: ' Hello there.',
          avg_logprob: -0.105,
          words: [
            { word: 'Hello', start: 0.1, end: 0.4 },
            { word: 'there.', start: 0.5, end: 1 },
          ],
        },
      ],
    },
  },
  silence: { body: { language: 'english', text: '' } },
  malformed: { body: { error: 'no model' } },
};

const spoken = (words: unknown, more: object = {}): ModelReply => ({
  body: {
    results: { channels: [{ detected_language: 'en', alternatives: [{ transcript: 'x', words }], ...more }] },
  },
});
const deepgram: Protocol = {
  create: () => createDeepgramTranscriber(outbound, config()),
  speech: spoken([
    { word: 'hello', punctuated_word: 'Hello', start: 0.1, end: 0.4, confidence: 0.95, speaker: 0 },
    { word: 'there', punctuated_word: 'there.', start: 0.5, end: 1, confidence: 0.85, speaker: 0 },
  ]),
  silence: {
    body: {
      results: { channels: [{ detected_language: 'en', alternatives: [{ transcript: '', words: [] }] }] },
    },
  },
  malformed: { body: { results: { channels: [null] } } },
};

describe.each([
  ['OpenAI’s /audio/transcriptions', whisper],
  ['Deepgram’s /listen', deepgram],
])('a server with %s', (_, protocol) => {
  test('returns text, times of words and confidence', async () => {
    replies(protocol.speech);
    const { language, segments } = await protocol.create().transcribe(request());
    expect(language).toBe('en');
    expect(segments).toMatchObject([
      {
        start_seconds: 0.1,
        end_seconds: 1,
        text: 'Hello there.',
        confidence: 0.9,
        words: [
          { text: 'Hello', start_seconds: 0.1, end_seconds: 0.4, start_character: 0 },
          { text: 'there.', start_seconds: 0.5, end_seconds: 1, start_character: 6 },
        ],
      },
    ]);
    expect(server.requests[0]?.bytes.includes('WAVEfmt')).toBe(true);
  });

  test('returns no segments of a server that recognizes nothing', async () => {
    replies(protocol.silence);
    expect((await protocol.create().transcribe(request())).segments).toEqual([]);
  });

  test.each<[string, ModelReply | 'hang-up']>([
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['500', { status: 500 }],
    ['a lost connection', 'hang-up'],
  ])('gets the recording again after %s', async (_name, first) => {
    replies(first, protocol.speech);
    expect((await protocol.create().transcribe(request())).segments).toHaveLength(1);
    expect(server.requests.at(-1)?.bytes.length).toBeGreaterThan(60_000);
  });

  test.each<[string, () => ModelReply | 'hang-up', TranscriberError['code']]>([
    ['is down', () => 'hang-up', 'provider_unavailable'],
    ['fails with 503', () => ({ status: 503 }), 'provider_unavailable'],
    [
      'sends a Retry-After of a day',
      () => ({ status: 429, headers: { 'retry-after': '86400' } }),
      'provider_unavailable',
    ],
    ['refuses the key', () => ({ status: 401 }), 'provider_refused'],
    ['does not take so much', () => ({ status: 413 }), 'provider_refused'],
    ['responds with a web page', () => ({ body: '<html>' }), 'provider_answer'],
    ['responds with null', () => ({ body: 'null' }), 'provider_answer'],
    ['responds with another form', () => protocol.malformed, 'provider_answer'],
    ['is cut off', () => ({ body: '{"results": {"chan', cutOff: true }), 'provider_answer'],
  ])(
    'gives an error with the right code and a plain message for a server that %s',
    async (_name, reply, code) => {
      replies(reply());
      const error = await failure(protocol.create().transcribe(request()));
      expect(error.code).toBe(code);
      expect(error.message).toMatch(/^The .*transcription server.+\.$/);
    },
  );

  test('abandons a server that does not respond when the job is aborted', async () => {
    const ending = new AbortController();
    const received = new Promise<void>((resolve) => {
      server.answer = () => {
        resolve();
        return 'silence';
      };
    });
    const work = protocol.create().transcribe(request({ signal: ending.signal }));
    await received;
    ending.abort(new Error('ended'));
    await expect(work).rejects.toThrow('ended');
  });
});

describe('Deepgram', () => {
  test('gets the options of the request, and the key as its own kind of token', async () => {
    replies(deepgram.speech);
    await deepgram
      .create()
      .transcribe(request({ language: 'de', vocabulary: ['Parley', 'Zoë'], diarize: false }));
    const { path: target, headers } = server.requests[0] as (typeof server.requests)[0];
    const url = new URL(target, server.url);
    expect(url.pathname).toBe('/v1/listen');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      model: 'nova-3',
      language: 'de',
      punctuate: 'true',
    });
    expect(url.searchParams.getAll('keyterm')).toEqual(['Parley', 'Zoë']);
    expect(url.searchParams.has('diarize')).toBe(false);
    expect(headers).toMatchObject({ authorization: 'Token k', 'content-type': 'audio/wav' });
  });

  test('text is divided by sentence, speaker and pause, and invalid words are ignored', async () => {
    const word = (text: string, start: number, speaker: number) => ({
      word: text,
      punctuated_word: text,
      start,
      end: start + 0.4,
      confidence: 0.9,
      speaker,
    });
    replies(
      spoken([
        word('Why?', 0, 0),
        word('Because', 1, 1),
        null,
        { word: 'no times' },
        word('it', 1.5, 1),
        word('failed.', 2, 1),
        word('Again', 2.5, 1),
        word('later', 6, 1),
      ]),
    );
    const { segments } = await deepgram.create().transcribe(request());
    expect(segments.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'Speaker 1: Why?',
      'Speaker 2: Because it failed.',
      'Speaker 2: Again',
      'Speaker 2: later',
    ]);
  });

  test('text without times is one segment', async () => {
    replies(spoken(undefined));
    expect((await deepgram.create().transcribe(request())).segments).toEqual([
      { start_seconds: 0, end_seconds: 2, text: 'x' },
    ]);
  });
});
