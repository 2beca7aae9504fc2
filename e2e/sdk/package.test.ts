import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../server/src/foundation/clock.ts';
import { type Account, startParley, type TestParley, until } from '../../server/test/harness.ts';
import { hasChromium, missingChromiumMessage, openBrowser } from '../browser/chromium.ts';
import { type Consumer, installConsumer } from './consumer.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

let consumer: Consumer;
let proxy: FaultProxy;
let server: TestParley;
let ada: Account;

beforeAll(async () => {
  consumer = installConsumer();
  proxy = await startFaultProxy();
  // Upload URLs begin with PUBLIC_URL: uploads then pass through the proxy too.
  server = await startParley({ clock: systemClock, work: true, env: { PUBLIC_URL: proxy.url } });
  proxy.pointAt(server.url);
  ada = await server.account();
});
afterAll(async () => {
  await proxy?.close();
  await server?.stop();
  consumer?.remove();
});

/** Each fault affects one request. */
function planFaults() {
  proxy.seen.length = 0;
  proxy.plan('POST', /\/tags$/, [
    { respond: 503, retryAfter: '1' },
    { respond: 429, retryAfter: '1' },
    { dropResponse: true },
  ]);
  proxy.plan('PATCH', /\/uploads\//, [undefined, undefined, { cutAfterBytes: 100_000 }]);
}

const secret = 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3I=';
function signedWebhook() {
  const body = JSON.stringify({ id: 'evt_1', type: 'project.created', created_at: '', data: { name: 'é' } });
  const t = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return { body, signature: `t=${t}, v1=${mac}`, secret };
}
const input = () => ({ baseUrl: proxy.url, apiKey: ada.key, webhook: signedWebhook() });

const uploadedBytes = new Uint8Array(1_000_000).map((_, index) => index % 251);

async function expectEverythingWorked(result: Record<string, unknown>): Promise<void> {
  expect(result).toMatchObject({
    read: 'Packed',
    tags: ['One', 'Two', 'Three', 'Four', 'Five'],
    error: {
      code: 'validation_failed',
      status: 422,
      field: 'name',
      requestId: expect.stringMatching(/^req_/),
    },
    event: 'project.created',
    forged: expect.stringContaining('signature does not match'),
  });
  expect(proxy.pendingFaults()).toBe(0);

  // One key for all attempts of a POST, another for the next POST; at least Retry-After between two attempts.
  const posts = proxy.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/tags'));
  const [first, second, third, ...rest] = posts;
  const keys = posts.map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys.slice(0, 4))).toEqual(new Set([first?.idempotencyKey]));
  expect(first?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(5);
  expect(rest).toHaveLength(5);
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  expect((third?.atMs ?? 0) - (second?.atMs ?? 0)).toBeGreaterThanOrEqual(990);

  const { createdId, id, progress } = result.upload as { createdId: string; id: string; progress: number[] };
  expect(createdId).toBe(id);
  const file = await until(async () => {
    const { data } = (await ada.get(`/v1/files/${id}`)).body;
    return data.status === 'ready' && data;
  }, 'the file to be ready');
  expect(file.checksum_sha256).toBe(createHash('sha256').update(uploadedBytes).digest('hex'));
  expect(progress[0]).toBe(0);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(uploadedBytes.length);
  // The client read the offset at the start and after the cut, and continued there. Chromium itself resends the
  // cut PATCH once, which the server rejects because of its offset.
  const uploads = proxy.seen.filter(({ path }) => path.startsWith('/uploads/'));
  const heads = uploads.flatMap(({ method }, index) => (method === 'HEAD' ? [index] : []));
  expect(heads).toEqual([0, expect.toSatisfy((index: number) => index === 4 || index === 5)]);
  expect(uploads[(heads[1] ?? 0) + 1]?.uploadOffset).toBeGreaterThanOrEqual(2 * 256 * 1024);
}

describe('the packed SDK', () => {
  test('contains built JavaScript, types and the README, and no sources or tests', () => {
    expect(consumer.packedFiles).toEqual(
      expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'README.md', 'package.json']),
    );
    expect(consumer.packedFiles.filter((file) => /test|\bsrc\b|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  test('the packed SDK has types that compile strictly under both module resolutions of TypeScript', () => {
    consumer.compile({ module: 'esnext', moduleResolution: 'bundler' });
    consumer.compile({ module: 'nodenext', moduleResolution: 'nodenext' });
  });

  test('calls, retries, paginates, verifies and uploads in Node.js 20', async () => {
    planFaults();
    const result = JSON.parse(await consumer.runInNode20(input()));
    expect(result.node).toMatch(/^v20\./);
    await expectEverythingWorked(result);
  });

  test.skipIf(!hasChromium && !process.env.CI)('does the same in a browser, from a bundle', async () => {
    expect(hasChromium, missingChromiumMessage).toBe(true);
    planFaults();
    proxy.serve('/bundle.js', 'text/javascript', await consumer.bundle());
    proxy.serve('/', 'text/html', '<!doctype html><script src="/bundle.js"></script>');
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(proxy.url);
      const call = (value: object) =>
        (globalThis as unknown as { exercise(value: object): Promise<object> }).exercise(value);
      await expectEverythingWorked((await page.evaluate(call, input())) as Record<string, unknown>);
    } finally {
      await browser.close();
    }
  });
});
