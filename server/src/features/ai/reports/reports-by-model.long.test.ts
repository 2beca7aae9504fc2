import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { minaTalk, tomTalk, turnsOf } from '../../../../test/interviews.ts';
import type { ModelRequest } from '../../../../test/model-server.ts';
import type { Report } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

type Reply = { status?: number; headers?: Record<string, string>; body: unknown } | undefined;
/** With Retry-After the next request follows at once. */
const failing = (status: number): Reply => ({ status, headers: { 'retry-after': '0' }, body: '' });

const clock = createTestClock();
let provider: Server;
let providerUrl: string;
let answer: (asked: ModelRequest['json']) => Reply | Promise<Reply>;
const asked: ModelRequest['json'][] = [];
const silent: ServerResponse[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      asked.push({ path: request.url, ...body });
      const reply = await answer(body);
      if (!reply) silent.push(response);
      else
        response
          .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
          .end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
});
const parley = useParley(() => ({
  clock,
  work: true,
  env: {
    AI_BASE_URL: `${providerUrl}/v1`,
    AI_API_KEY: 'k',
    AI_MODEL: 'small-1',
    AI_INPUT_PRICE: '3',
    AI_OUTPUT_PRICE: '10',
  },
}));
const anthropic = useParley(() => ({
  clock,
  work: true,
  env: { AI_PROVIDER: 'anthropic', AI_BASE_URL: providerUrl, AI_API_KEY: 'k', AI_MODEL: 'large-2' },
}));
const ada = useAccount(parley);
afterAll(async () => {
  for (const response of silent) response.destroy();
});
beforeEach(() => {
  asked.length = 0;
});

const prompt = 'What stops people?';
const completion = (content: unknown): Reply => ({
  body: {
    choices: [
      {
        finish_reason: 'stop',
        message: { content: typeof content === 'string' ? content : JSON.stringify(content) },
      },
    ],
    usage: { prompt_tokens: 1200, completion_tokens: 300 },
  },
});
/** The segment label that the request gave to these words. */
const labelOf = (material: string, words: string) => {
  const line = material.split('\n').find((candidate) => candidate.includes(words));
  return /^\[(s\d+)\]/.exec(line ?? '')?.[1] ?? '';
};
const writing = (material: string) => ({
  title: 'Costs come late',
  summary: 'People leave when “the shipping costs appeared” and they say “this shop is a scam”.',
  sections: [
    {
      heading: '# Shipping costs',
      text: '## Late\nMina left [s5]. She felt "cheated by everybody", see [cit_99].',
      quotes: [
        {
          segments: [labelOf(material, 'frustrating')],
          quote: 'It is frustrating to find the shipping costs that late.',
        },
        {
          segments: [labelOf(material, 'frustrating')],
          quote: 'It is infuriating to find the shipping costs that late.',
        },
        { segments: ['s1'], quote: 'The shipping costs were almost as high as the lamp.' },
        { segments: ['s999'], quote: 'I gave up in the end.' },
      ],
    },
  ],
});

async function study(who = ada) {
  const project = (await who.post('/v1/projects', { name: 'Study' })).body.data.id;
  const transcript = { segments: turnsOf(minaTalk), language: 'en' };
  const file = (await who.post(`/v1/projects/${project}/files`, { name: 'Mina', transcript })).body.data.id;
  return { project, file };
}
const ended = (jobId: string, who = ada) =>
  until(async () => {
    const { body } = await who.get(`/v1/jobs/${jobId}`);
    return ['succeeded', 'failed'].includes(body.data.status) && body.data;
  }, `job ${jobId} to end`);
const usedJobs = async () => (await ada.get('/v1/usage')).body.data.credits.ai_jobs.used;

function expectSettled(report: Report, model: string) {
  expect(report).toMatchObject({
    title: 'Costs come late',
    model,
    // In the summary, in the named segment, and twice in a wrong segment but unambiguous.
    quote_count: 4,
    unverified_quote_count: 3,
  });
  expect(report.summary).toBe(
    'People leave when “the shipping costs appeared” [cit_5] and they say this shop is a scam [cit_6].',
  );
  expect(report.sections.map((s) => s.heading)).toEqual(['Shipping costs']);
  expect(report.body_markdown).toContain(
    '> “It is frustrating to find the shipping costs that late.”\n> — Mina, Mina, 0:',
  );
  expect(report.body_markdown).toContain(
    'It is infuriating to find the shipping costs that late. *(not found word for word in the transcript)* [cit_2]',
  );
  expect(report.body_markdown).toContain('> “The shipping costs were almost as high as the lamp.”');
  expect(report.body_markdown).toContain('### Late\nMina left. She felt cheated by everybody [cit_7], see.');
}

describe('a report by a configured model', () => {
  test('requests a report with a fixed schema, and prints only verified quotations as quotations', async () => {
    answer = ({ messages }) => completion(writing(messages[1].content));
    const { project } = await study();
    const accepted = await ada.post(`/v1/projects/${project}/reports`, { prompt, template: 'interview' });
    const job = await ended(accepted.body.data.id);
    expect(job).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      usage: {
        provider: 'openai-compatible',
        model: 'small-1',
        input_tokens: 1200,
        output_tokens: 300,
        audio_seconds: 0,
        cost_usd: 0.0066,
      },
    });
    expectSettled((await ada.get(`/v1/reports/${job.result.report_id}`)).body.data, 'small-1');
    expect(asked[0]).toMatchObject({ path: '/v1/chat/completions', model: 'small-1' });
    expect(asked[0].messages[1].content).toMatch(/^<request-(\w+)>\nWhat stops people\?\n<\/request-\1>\n/);
    expect(asked[0].messages[1].content).toContain('[s3] Mina (0:');
    expect(asked[0].response_format.json_schema.schema).toMatchObject({
      required: ['title', 'summary', 'sections'],
      additionalProperties: false,
    });
    expect((await ada.get('/v1/workspace')).body.data.ai).toMatchObject({
      provider: 'openai-compatible',
      model: 'small-1',
      // The model server runs on this machine.
      sends_data_outside: false,
      redaction: false,
    });
  });

  test('works with the Anthropic API', async () => {
    answer = ({ messages }) => ({
      body: {
        stop_reason: 'tool_use',
        content: [{ type: 'tool_use', name: 'answer', input: writing(messages[0].content) }],
      },
    });
    const bob = await anthropic.account();
    const { project } = await study(bob);
    const accepted = await bob.post(`/v1/projects/${project}/reports`, { prompt });
    const job = await ended(accepted.body.data.id, bob);
    expectSettled((await bob.get(`/v1/reports/${job.result.report_id}`)).body.data, 'large-2');
    expect((await bob.get('/v1/workspace')).body.data.ai).toMatchObject({
      provider: 'anthropic',
      model: 'large-2',
    });
  });

  test('retries a report when the server fails or returns an invalid response', async () => {
    const replies: Reply[] = [failing(500), failing(500), failing(500), completion('Once upon a time')];
    answer = ({ messages }) => replies.shift() ?? completion(writing(messages[1].content));
    const { project } = await study();
    const accepted = await ada.post(`/v1/projects/${project}/reports`, { prompt, title: 'Mine' });
    const job = await ended(accepted.body.data.id);
    // The response that was not valid was paid for, too.
    expect(job).toMatchObject({ status: 'succeeded', usage: { output_tokens: 600, cost_usd: 0.0132 } });
    expect((await ada.get(`/v1/reports/${job.result.report_id}`)).body.data.title).toBe('Mine');
  });

  test.each<[string, Reply, string, number]>([
    ['is always unavailable', failing(503), 'provider_unavailable', 3],
    ['returns another schema', completion({ poem: true }), 'provider_answer', 3],
    ['returns empty texts', completion({ title: '', summary: '', sections: [] }), 'provider_answer', 3],
    ['rejects the key', { status: 401, body: '' }, 'provider_refused', 1],
  ])(
    'a report from a server that %s fails with an error and refunds the credit',
    async (_, reply, code, attempts) => {
      // The server waits until the test has seen the charge, because a failed job refunds it at once.
      const charged = Promise.withResolvers<void>();
      answer = () => charged.promise.then(() => reply);
      const { project } = await study();
      const before = await usedJobs();
      const accepted = await ada.post(`/v1/projects/${project}/reports`, { prompt });
      expect(await usedJobs()).toBe(before + 1);
      charged.resolve();
      const job = await ended(accepted.body.data.id);
      expect(job).toMatchObject({
        status: 'failed',
        attempts,
        credits_used: 0,
        result: null,
        error: { code },
      });
      expect(job.error.message).toMatch(/^The AI server .+\.$/);
      expect(await usedJobs()).toBe(before);
      expect((await ada.get(`/v1/projects/${project}`)).body.data.report_count).toBe(0);
      expect((await ada.get(`/v1/events?type=report.generated&project_id=${project}`)).body.data).toEqual([]);
    },
  );

  const begun = () => until(() => asked.length > 0, 'the model to be asked');

  test('refunds the credit of a report that is canceled while the model works, and writes nothing', async () => {
    answer = () => undefined;
    const { project } = await study();
    const before = await usedJobs();
    const { id } = (await ada.post(`/v1/projects/${project}/reports`, { prompt })).body.data;
    await begun();
    const canceled = await ada.post(`/v1/jobs/${id}/cancel`);
    expect(canceled.body.data).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
    expect(await usedJobs()).toBe(before);
  });

  test('cancels a report when its project is deleted', async () => {
    answer = () => undefined;
    const { project } = await study();
    const { id } = (await ada.post(`/v1/projects/${project}/reports`, { prompt })).body.data;
    await begun();
    expect((await ada.delete(`/v1/projects/${project}`)).status).toBe(200);
    expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
  });

  test('whose file is deleted while the model works is written again without it', async () => {
    const { project, file } = await study();
    const transcript = { segments: turnsOf(tomTalk), language: 'en' };
    const tom = (await ada.post(`/v1/projects/${project}/files`, { name: 'Tom', transcript })).body.data.id;
    answer = async ({ messages }) => {
      if (asked.length === 1) expect((await ada.delete(`/v1/files/${file}`)).status).toBe(200);
      return completion(writing(messages[1].content));
    };
    const { id } = (await ada.post(`/v1/projects/${project}/reports`, { prompt })).body.data;
    const job = await ended(id);
    expect(job).toMatchObject({ status: 'succeeded', attempts: 2, result: { skipped: [] } });
    expect(asked.map(({ messages }) => messages[1].content.includes('frustrating'))).toEqual([true, false]);
    const report = (await ada.get(`/v1/reports/${job.result.report_id}`)).body.data;
    expect(report.file_ids).toEqual([tom]);
    expect(report.body_markdown).not.toContain('“It is frustrating');
    expect(report.citations.filter((c) => c.file_id === file)).toEqual([]);
  });

  test.each(['file', 'transcript'])('whose only %s is deleted while the model works fails', async (what) => {
    const { project, file } = await study();
    answer = async ({ messages }) => {
      const path = what === 'file' ? `/v1/files/${file}` : `/v1/files/${file}/transcript`;
      expect((await ada.delete(path)).status).toBe(200);
      return completion(writing(messages[1].content));
    };
    const { id } = (await ada.post(`/v1/projects/${project}/reports`, { prompt })).body.data;
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      credits_used: 0,
      error: { code: 'nothing_to_read' },
    });
    expect((await ada.get(`/v1/projects/${project}`)).body.data.report_count).toBe(0);
  });

  test('concurrent deletions of projects and writes of reports do not fail', async () => {
    answer = ({ messages }) => completion(writing(messages[1].content));
    const studies = await Promise.all(Array.from({ length: 6 }, () => study()));
    const jobs = await Promise.all(
      studies.map(
        async ({ project }) => (await ada.post(`/v1/projects/${project}/reports`, { prompt })).body.data.id,
      ),
    );
    const deletions = await Promise.all(studies.map(({ project }) => ada.delete(`/v1/projects/${project}`)));
    expect(deletions.map(({ status }) => status)).toEqual(studies.map(() => 200));
    for (const id of jobs) expect(['succeeded', 'failed']).toContain((await ended(id)).status);
  });
});
