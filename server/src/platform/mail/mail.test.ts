import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSmtpServer } from '@parley/testing';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer, type Mail, type Mailer } from './index.ts';

interface Received {
  raw: string;
  email: Email;
  /** The recipients of the SMTP envelope. A file has no envelope. */
  recipients: string[] | undefined;
}
interface TestMailer {
  mailer: Mailer;
  received(): Promise<Received[]>;
}

const from = 'Parley <parley@example.com>';
const clock = { now: () => new Date('2026-01-02T03:04:05.678Z') };
const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'mail-'));
  cleanups.push(() => rm(path, { recursive: true }));
  return join(path, 'outbox');
}

async function createOutboxMailer(): Promise<TestMailer & { outboxDir: string }> {
  const outboxDir = await folder();
  const mailer = createMailer({ from, outboxDir, clock });
  cleanups.push(() => mailer.close());
  return {
    mailer,
    outboxDir,
    received: async () => {
      const names = (await readdir(outboxDir).catch(() => [])).sort();
      return Promise.all(
        names.map(async (name) => {
          const raw = await readFile(join(outboxDir, name), 'utf8');
          return { raw, email: await PostalMime.parse(raw), recipients: undefined };
        }),
      );
    },
  };
}

async function createSmtpMailer(): Promise<TestMailer> {
  const server = await startSmtpServer();
  cleanups.push(() => server.close());
  const mailer = createMailer({ smtpUrl: server.url, from, outboxDir: '/nowhere', clock });
  cleanups.push(() => mailer.close());
  return {
    mailer,
    received: () =>
      Promise.all(server.mails.map(async (mail) => ({ ...mail, email: await PostalMime.parse(mail.raw) }))),
  };
}

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Your webhook was disabled',
  text: 'Plain text\n.\nwith a lone dot',
  html: '<p>Rich text</p>',
  project_id: null,
};

describe.each([
  ['a mail server', createSmtpMailer],
  ['the outbox', createOutboxMailer],
])('a mail sent with %s', (_, open: () => Promise<TestMailer>) => {
  async function sendOne(changes: Partial<Mail> = {}): Promise<Received> {
    const { mailer, received } = await open();
    await mailer.send({ ...mail, ...changes });
    const all = await received();
    expect(all).toHaveLength(1);
    return all[0] as Received;
  }

  it('arrives with sender, recipient, subject, both bodies and the time of the clock', async () => {
    const { email } = await sendOne();
    expect(email.from).toMatchObject({ name: 'Parley', address: 'parley@example.com' });
    expect(email.to).toMatchObject([{ address: 'ada@example.com' }]);
    expect(email.subject).toBe(mail.subject);
    expect(email.text?.trim().replaceAll('\r\n', '\n')).toBe(mail.text);
    expect(email.html?.trim()).toBe(mail.html);
    expect(new Date(email.date ?? '').toISOString()).toBe('2026-01-02T03:04:05.000Z');
    expect(email.messageId).toMatch(/^<.+@.+>$/);
  });

  it('a mail may contain characters of any script', async () => {
    const { email } = await sendOne({ subject: 'Übersicht · 調査 🙂', text: 'Größe 調査 🙂' });
    expect(email.subject).toBe('Übersicht · 調査 🙂');
    expect(email.text?.trim()).toBe('Größe 調査 🙂');
  });

  it('a mail may have additional headers', async () => {
    const { email } = await sendOne({ headers: { 'X-Parley-Kind': 'webhook_disabled' } });
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: 'x-parley-kind', value: 'webhook_disabled' }),
    );
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  it.each(['\r\n', '\n', '\r', '\u0085', '\u2028', '\u0000\r\n'])(
    'gets no additional header from %j in a subject or a header',
    async (lineBreak) => {
      const attack = `Hello${lineBreak}Bcc: eve@example.com${lineBreak}${lineBreak}body`;
      const { email, raw, recipients } = await sendOne({ subject: attack, headers: { 'X-Name': attack } });
      expect(email.headers.map((header) => header.key)).not.toContain('bcc');
      expect(email.subject).toBe('Hello Bcc: eve@example.com body');
      expect(raw).not.toMatch(/^Bcc:/im);
      if (recipients) expect(recipients).toEqual(['ada@example.com']);
    },
  );

  it.each([
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\nRCPT TO:<eve@example.com>',
    'Ada <ada@example.com>',
    'ada@example.com;eve@example.com',
    'ada@example.com>',
    '"a"@example.com',
    'ada',
    '',
    `${'a'.repeat(250)}@example.com`,
  ])('does not send a mail to %j', async (to) => {
    const { mailer, received } = await open();
    await expect(mailer.send({ ...mail, to })).rejects.toThrow('one e-mail address');
    expect(await received()).toHaveLength(0);
  });

  it.each(['Bcc', 'to', 'FROM', 'Subject', 'Content-Type', 'X-A: b\r\nBcc', 'X A', ''])(
    'does not send a mail with a header named %j',
    async (name) => {
      const { mailer, received } = await open();
      await expect(mailer.send({ ...mail, headers: { [name]: 'x' } })).rejects.toThrow('header');
      expect(await received()).toHaveLength(0);
    },
  );

  it('arrives once when many are sent concurrently', async () => {
    const { mailer, received } = await open();
    await Promise.all(Array.from({ length: 25 }, (_, i) => mailer.send({ ...mail, subject: `n${i}` })));
    const subjects = (await received()).map(({ email }) => email.subject);
    expect(new Set(subjects).size).toBe(25);
    expect(subjects).toHaveLength(25);
  });
});

describe('the outbox', () => {
  it('contains only complete files, readable by the owner only, sorted by the order of sending', async () => {
    const { mailer, outboxDir, received } = await createOutboxMailer();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        mailer.send({ ...mail, subject: `${i}`, text: 'x'.repeat(50_000) }),
      ),
    );
    const names = await readdir(outboxDir);
    for (const name of names) {
      expect(name).toMatch(/^20260102T030405678Z-\d{6}-[0-9a-f]{8}\.eml$/);
      expect((await stat(join(outboxDir, name))).mode & 0o777).toBe(0o600);
    }
    const subjects = (await received()).map(({ email }) => email.subject);
    expect(subjects).toEqual(Array.from({ length: 12 }, (_, i) => `${i}`));
  });
});

describe('a mail server', () => {
  it('fails to send when a mail server refuses the connection', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).end('554 no service here\r\n');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    cleanups.push(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, outboxDir: '/nowhere', clock });
    await expect(mailer.send(mail)).rejects.toThrow();
    expect(sockets).toHaveLength(1);
  });

  it.each(['http://mail.example', 'mail.example:25', 'nonsense'])(
    'a mail server with the invalid URL %s is refused',
    (smtpUrl) => {
      expect(() => createMailer({ smtpUrl, from, outboxDir: '/nowhere', clock })).toThrow('SMTP_URL');
    },
  );
});
