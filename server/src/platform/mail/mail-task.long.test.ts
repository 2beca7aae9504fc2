import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, until } from '../../../test/harness.ts';
import { createDatabase, type Database, sql } from '../database/index.ts';
import { createLog } from '../log/log.ts';
import { createTaskQueue, type TaskQueue } from '../tasks/index.ts';
import { createMailer, type Mailer, mailTask, mailTaskKind, queueMail } from './index.ts';

let db: Database;
let drop: () => Promise<void>;
let server: SMTPServer;
let mailer: Mailer;
let rejections = 0;
/** Called for each mail before the server accepts it. */
let onArrival = async () => {};
const received: string[] = [];
const queues: TaskQueue[] = [];

beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    maxConnections: 10,
    onIdleError: () => {},
  });
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await onArrival();
        if (rejections > 0) {
          rejections--;
          done(new Error('try again later'));
          return;
        }
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as { port: number };
  mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'parley@example.com',
    outboxDir: '/nowhere',
    clock: { now: () => new Date() },
  });
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  received.splice(0);
  onArrival = async () => {};
});
afterAll(async () => {
  mailer.close();
  await new Promise<void>((closed) => server.close(closed));
  await db.close();
  await drop();
});

const mail = {
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  workspace_id: 'w',
  project_id: null,
};

function newQueue(): TaskQueue {
  const queue = createTaskQueue({ db, log: createLog('silent'), pollMs: 20 });
  queues.push(queue);
  return queue;
}
const start = (queue: TaskQueue) => queue.start({ [mailTaskKind]: mailTask(mailer, db) });
const queued = () =>
  db.query<{ attempts: number; delay: number }>(
    sql`select attempts, extract(epoch from due_at - now())::float8 as delay from tasks where kind = ${mailTaskKind}`,
  );
const isSent = async () => received.length > 0 && (await queued()).length === 0;

test('sends a mail once when its transaction commits, and not when it is rolled back', async () => {
  const [one, two] = [newQueue(), newQueue()];
  start(one);
  start(two);
  const rolledBack = db.transaction(async (tx) => {
    await queueMail(one, tx, { ...mail, id: 'rolled-back' });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await db.transaction((tx) => queueMail(one, tx, { ...mail, id: 'committed' }));
  await until(isSent, 'the mail');
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('<committed@parley>');
});

test('retries a rejected mail after 15 seconds, then after 30, and never drops it', async () => {
  rejections = 5;
  const queue = newQueue();
  start(queue);
  await db.transaction((tx) => queueMail(queue, tx, { ...mail, id: 'rejected' }));
  for (let attempt = 1; attempt <= 5; attempt++) {
    const [task] = await until(async () => {
      const tasks = await queued();
      return rejections === 5 - attempt && (tasks[0]?.delay ?? 0) > 15 * 2 ** (attempt - 1) - 10 && tasks;
    }, `attempt ${attempt}`);
    expect(task?.attempts).toBe(attempt);
    expect(task?.delay).toBeLessThanOrEqual(15 * 2 ** (attempt - 1));
    await db.query(sql`update tasks set due_at = now()`);
  }
  await until(isSent, 'the mail');
  expect(received).toHaveLength(1);
});

const queueInThread = (queue: TaskQueue, id: string) =>
  db.transaction((tx) => queueMail(queue, tx, { ...mail, id, thread: 'booking' }));
const receivedIds = () => received.map((text) => /<(.+)@parley>/.exec(text)?.[1]);

test('sends only the latest of the unsent mails in a thread', async () => {
  const queue = newQueue();
  for (const id of ['booked', 'moved', 'canceled']) await queueInThread(queue, id);
  await db.transaction((tx) => queueMail(queue, tx, { ...mail, id: 'another' }));
  start(queue);
  await until(async () => received.length === 2 && (await queued()).length === 0, 'two mails');
  expect(receivedIds().sort()).toEqual(['another', 'canceled']);
});

test('sends a mail of a thread after the one that is being sent, even in another process', async () => {
  const [one, two] = [newQueue(), newQueue()];
  start(one);
  start(two);
  let release = () => {};
  const arrived = new Promise<void>((isBeingSent) => {
    onArrival = () => {
      isBeingSent();
      onArrival = async () => {};
      return new Promise((resolve) => {
        release = resolve;
      });
    };
  });
  await queueInThread(one, 'booked');
  await arrived;
  await queueInThread(two, 'canceled');
  await until(
    async () => (await queued()).some(({ delay }) => delay > 0 && delay <= 1),
    'the second to wait',
  );
  expect(received).toEqual([]);
  release();
  await until(async () => received.length === 2 && (await queued()).length === 0, 'two mails');
  expect(receivedIds()).toEqual(['booked', 'canceled']);
});

test('does not retry a rejected mail when a later one of its thread is queued', async () => {
  rejections = 1;
  const queue = newQueue();
  start(queue);
  await queueInThread(queue, 'booked');
  await until(async () => (await queued()).some(({ delay }) => delay > 10), 'the rejection');
  await db.query(sql`update tasks set due_at = now() + interval '1 hour'`);
  await queueInThread(queue, 'canceled');
  expect((await queued()).every(({ delay }) => delay <= 15)).toBe(true);
  await db.query(sql`update tasks set due_at = now()`);
  await until(async () => received.length === 1 && (await queued()).length === 0, 'the second mail');
  expect(receivedIds()).toEqual(['canceled']);
});
