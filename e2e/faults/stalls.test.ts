import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixtureAccount } from '../fixtures/backlog.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';

let fixture: DeliveryFixture;
let url: string;
let key: string;
let projectId: string;

beforeAll(async () => {
  fixture = await openDeliveryFixture();
  ({ url } = await fixture.start('all'));
  const account = await createFixtureAccount(fixture.postgres.db);
  key = account.key;
  projectId = account.project_id;
});
afterAll(() => fixture.close());

const attackRequests = 20;
/** Without limits, each of these requests takes the event loop for 500 ms or more. */
const stalledMsMax = 2_000;

async function send(method: string, path: string, body: string, token = '') {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: url, authorization: `Bearer ${token}` },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
  return { status: response.status, data: ((await response.json()) as { data: any }).data };
}

/** The longest time that a probe takes while the requests of the attack are in flight. */
async function longestProbe(attack: () => Promise<unknown>, requests = attackRequests): Promise<number> {
  const probe = async () => {
    const start = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    return performance.now() - start;
  };
  await probe();
  let isRunning = true;
  const attacks = Promise.all(Array.from({ length: requests }, attack)).finally(() => {
    isRunning = false;
  });
  let longest = 0;
  while (isRunning) longest = Math.max(longest, await probe());
  await attacks;
  return longest;
}

const unknownKeys = JSON.stringify(
  Object.fromEntries(Array.from({ length: 75_000 }, (_, i) => [`k${i}`, 1])),
);

test('objects of one megabyte with unknown keys do not stall other requests', async () => {
  const paths = ['/app/sign-in', '/app/password-reset', '/p/v1/response', '/v1/projects'];
  for (const path of paths) {
    const longest = await longestProbe(async () => {
      // The server may close the connection before it has read a body that is too large.
      await send('POST', path, unknownKeys, key).catch(() => {});
    });
    logResult(path, { longest_probe_ms: Math.round(longest) });
    expect(longest).toBeLessThan(stalledMsMax);
  }
});

test('hostile answers of participants do not stall other requests', async () => {
  const draft = await send(
    'POST',
    `/v1/projects/${projectId}/tests`,
    JSON.stringify({
      name: 'Hostile',
      type: 'survey',
      questions: [{ type: 'open', text: 'How?', required: true }],
    }),
    key,
  );
  const made = await send('POST', `/v1/engage/tests/${draft.data.id}/publish`, '{}', key);
  const link = made.data.share_url.split('/').at(-1);
  const { token } = (await send('POST', '/p/v1/response', '{}', link)).data;
  const [question] = made.data.questions;
  for (const word of ['1', '①', ' ', '>', '*_', '[', 'ﷺ']) {
    const text = word.repeat(9_999 / word.length);
    const longest = await longestProbe(() =>
      send('PUT', `/p/v1/answers/${question.id}`, JSON.stringify({ text }), token),
    );
    logResult(`answer of ${JSON.stringify(word)}`, { longest_probe_ms: Math.round(longest) });
    expect(longest).toBeLessThan(stalledMsMax);
  }
});

test('an import and a replacement of 50,000 segments do not stall other requests', async () => {
  const time = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 23);
  const subtitles = (word: string) =>
    `WEBVTT\n\n${Array.from(
      { length: 50_000 },
      (_, i) => `${time(i)} --> ${time(i + 1)}\n<v Ada>${word} number ${i} and the rest of it ${i % 97}\n\n`,
    ).join('')}`;
  const bodyOf = (word: string) => ({ format: 'vtt', content: subtitles(word) });
  let fileId = '';
  const requests = {
    import: async () => {
      const body = JSON.stringify({ name: 'Long', transcript: bodyOf('so') });
      const { status, data } = await send('POST', `/v1/projects/${projectId}/files`, body, key);
      expect(status).toBe(201);
      fileId = data.id;
    },
    replacement: async () => {
      const path = `/v1/files/${fileId}/transcript`;
      expect((await send('PUT', path, JSON.stringify(bodyOf('well')), key)).status).toBe(200);
    },
  };
  for (const [name, request] of Object.entries(requests)) {
    const start = performance.now();
    const longest = await longestProbe(request, 1);
    const total = performance.now() - start;
    logResult(name, { longest_probe_ms: Math.round(longest), request_ms: Math.round(total) });
    // A part of the whole time, because other processes may delay both.
    expect(longest).toBeLessThan(total / 3);
  }
});
