import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { residentBytes } from '@parley/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertBacklog, insertWebhooks } from '../fixtures/backlog.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
const servers: Server[] = [];
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await fixture.close();
});

/** A receiver that writes any bytes to the socket. */
async function rawReceiver(behave: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => behave(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

const drip = (socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), 100);
  socket.once('close', () => clearInterval(timer));
};
/** Fills the buffers of the connection again and again. The pause leaves this process time for the other receivers. */
const flood = (socket: Socket, bytes: Buffer) => {
  const timer = setInterval(() => {
    while (!socket.destroyed && socket.write(bytes));
  }, 10);
  socket.once('close', () => clearInterval(timer));
};
// Announced, so that no second request is in flight when the socket closes.
const ok = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';
const chunk = Buffer.alloc(64 * 1024, 'x');

test('receivers that drip, hang, reset, flood or violate HTTP cost at most one timeout and no memory, and get a fixed error code', async () => {
  const { postgres, account } = fixture;
  const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
  const cases: [name: string, url: string, status: string, error: string | null][] = [
    [
      'headers that drip',
      await rawReceiver((socket) => {
        socket.write(ok);
        drip(socket, 'X-Slow: 1\r\n');
      }),
      'failed',
      'timeout',
    ],
    ['a connection without a response', await rawReceiver(() => {}), 'failed', 'timeout'],
    ['a status line that drips', await rawReceiver((socket) => drip(socket, 'H')), 'failed', 'connection'],
    [
      'a body that drips',
      await rawReceiver((socket) => {
        socket.write(`${ok}Content-Length: 100000\r\n\r\n`);
        drip(socket, 'x');
      }),
      'succeeded',
      null,
    ],
    [
      'a body that never ends',
      await rawReceiver((socket) => {
        socket.write(`${ok}Content-Length: 10737418240\r\n\r\n`);
        flood(socket, chunk);
      }),
      'succeeded',
      null,
    ],
    [
      'headers that never end',
      await rawReceiver((socket) => {
        socket.write(ok);
        flood(socket, Buffer.from(`X-Big: ${'x'.repeat(60_000)}\r\n`));
      }),
      'failed',
      'connection',
    ],
    [
      'a gzip bomb',
      await rawReceiver((socket) => {
        socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
        socket.end(bomb);
      }),
      'succeeded',
      null,
    ],
    ['a reset', await rawReceiver((socket) => socket.resetAndDestroy()), 'failed', 'connection'],
    ['a close', await rawReceiver((socket) => socket.end()), 'failed', 'connection'],
    [
      'a protocol that is not HTTP',
      await rawReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
      'failed',
      'connection',
    ],
    [
      'a redirect',
      await rawReceiver((socket) =>
        socket.end(
          'HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n',
        ),
      ),
      'failed',
      'redirect',
    ],
    [
      'an informational flood',
      await rawReceiver((socket) =>
        flood(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n')),
      ),
      'failed',
      'timeout',
    ],
  ];
  const worker = await fixture.start('worker', {
    WEBHOOK_TIMEOUT_MS: '4000',
    WEBHOOK_RETRY_DELAYS: '0,3600,3600,3600,3600,3600',
  });
  const before = residentBytes(worker.pid) / 1024 ** 2;
  const hooks = await insertWebhooks(
    postgres.db,
    account,
    cases.map(([, url]) => url),
  );
  const perCase = 20;
  await insertBacklog(postgres.db, account, hooks, perCase * cases.length);
  const madeBy = async () =>
    postgres.db.query<{
      subscription_id: string;
      status: string;
      error: string | null;
      records: number;
      longest: number;
    }>(sql`
      select subscription_id, status, error, count(*) as records, max(duration_ms) as longest from webhook_attempts group by 1, 2, 3`);
  let peak = before;
  const rows = await until(
    async () => {
      peak = Math.max(peak, residentBytes(worker.pid) / 1024 ** 2);
      const found = await madeBy();
      return found.reduce((sum, row) => sum + row.records, 0) === perCase * cases.length && found;
    },
    'all deliveries to be attempted',
    280_000,
  );
  logResult('hostile receivers', {
    attempts: perCase * cases.length,
    longest_ms: Math.max(...rows.map((row) => row.longest)),
    memory_before_mb: before.toFixed(0),
    memory_peak_mb: peak.toFixed(0),
  });
  for (const [i, [name, , status, error]] of cases.entries()) {
    const own = rows.filter((row) => row.subscription_id === hooks[i]?.id);
    // The floods share this process and may delay another receiver's response, which is then correctly a timeout.
    const outcomes = own.filter((row) => row.error === error || row.error !== 'timeout');
    expect({ name, outcomes: outcomes.map((row) => [row.status, row.error]) }).toEqual({
      name,
      outcomes: outcomes.length > 0 ? [[status, error]] : [],
    });
  }
  expect(rows.filter((row) => row.status === 'succeeded')).toHaveLength(3);
  expect(Math.max(...rows.map((row) => row.longest))).toBeLessThan(7_000);
  expect(peak - before).toBeLessThan(150);
  await worker.stop();
});

test('every delivery is verified by stripe, svix, standardwebhooks and ten lines from spec §8.7', async () => {
  const { postgres, account, receiver } = fixture;
  await receiver.clear(500);
  const [hook] = await insertWebhooks(postgres.db, account, [receiver.url('ok', 'signed')]);
  if (!hook) throw new Error('no webhook');
  const worker = await fixture.start('worker');
  await insertBacklog(postgres.db, account, [hook], 500);
  await until(async () => (await receiver.report('signed')).unique === 500, 'all deliveries to arrive');
  const stored = await receiver.stored();
  const stripe = new Stripe('sk_test_unused');
  for (const { headers, body: base64 } of stored) {
    const body = Buffer.from(base64, 'base64');
    const header = headers['x-svc-signature'] ?? '';
    expect(header).toMatch(/^t=\d+, v1=[0-9a-f]{64}$/);
    // stripe splits at commas and does not trim.
    stripe.webhooks.constructEvent(body, header.replaceAll(' ', ''), hook.secret);
    new SvixWebhook(hook.secret).verify(body, headers);
    new StandardWebhook(hook.secret).verify(body, headers);
    expect(verify(hook.secret, header, body)).toBe(true);
    expect(verify(hook.secret, header, Buffer.concat([body, Buffer.from(' ')]))).toBe(false);
  }
  logResult('signatures', {
    captured: stored.length,
    verified: stored.length,
    by: 'stripe, svix, standardwebhooks and spec §8.7',
  });
  expect(stored).toHaveLength(500);
  await worker.stop();
});

function verify(secret: string, header: string, body: Buffer): boolean {
  const t = /(?:^|, )t=(\d+)/.exec(header)?.[1] ?? '';
  const given = [...header.matchAll(/v1=([0-9a-f]{64})/g)].map((match) =>
    Buffer.from(match[1] as string, 'hex'),
  );
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  return given.some((signature) => timingSafeEqual(signature, expected));
}
