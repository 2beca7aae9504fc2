import { describe, expect, test } from 'vitest';
import { StartError } from '../../foundation/start-error.ts';
import { readConfig } from './config.ts';
import { environmentSchema, variableGroups } from './schema.ts';

function linesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('the environment variables (spec §10.1)', () => {
  test('the environment variables have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
      redisUrl: undefined,
      role: 'all',
      logLevel: 'info',
      webhookRetryDelaysSeconds: [0, 10, 60, 300, 1800, 3600],
      webhookTimeoutMs: 5000,
      webhookDisableAfterSeconds: 86_400,
      outboundAllow: ['127.0.0.0/8', '::1/128'],
      rateLimitSelfHosted: 6000,
    });
  });

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', ROLE: '' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      role: 'all',
    });
  });

  test('a server that other machines can reach allows no private network by default', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({
      outboundAllow: [],
      publicUrl: 'http://localhost:3000',
    });
    expect(readConfig({ HOST: '::1' })).toMatchObject({ publicUrl: 'http://[::1]:3000' });
  });

  test.each<[string, string]>([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', '30\n00'],
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['PUBLIC_URL', 'localhost:3000'],
    ['PUBLIC_URL', 'ftp://x'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'nonsense'],
    ['REDIS_URL', 'http://x'],
    ['STORAGE_URL', '/data'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp:mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://user:50%off@mail.example.com'],
    ['REDIS_URL', 'redis:cache'],
    ['DATABASE_URL', 'postgres://u:100%@db/parley'],
    ['PUBLIC_URL', 'https://parley.example.com/?from=mail'],
    ['PUBLIC_URL', 'https://parley.example.com/#'],
    ['PUBLIC_URL', 'https://ada:secret@parley.example.com'],
    ['MAIL_FROM', 'Parley'],
    ['MAIL_FROM', 'Parley <>'],
    ['MAIL_FROM', 'parley@'],
    ['MAIL_FROM', 'parley@example..com'],
    ['MAIL_FROM', 'Parley parley@example.com'],
    ['MAIL_FROM', 'Parley <parley@example.com'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Acme, Inc. <a@example.com>'],
    ['MAIL_FROM', 'Parley <a@example.com>\nBcc: b@example.com'],
    ['AI_API_KEY', 'k\ney'],
    ['AI_API_KEY', 'schl\u00fcssel'],
    ['TRANSCRIBE_API_KEY', 'two words'],
    ['FFPROBE_PATH', '/usr/bin/ffprobe'],
    ['WEBHOOK_RETRY_DELAYS', `0,10,60,300,1800,${'9'.repeat(400)}`],
    ['SECRET_KEY', 'short'],
    ['ROLE', 'everything'],
    ['ROLE', 'api'],
    ['LOG_LEVEL', 'loud'],
    ['WEBHOOK_RETRY_DELAYS', '0,10'],
    ['WEBHOOK_RETRY_DELAYS', '0,10,60,300,1800,soon'],
    ['WEBHOOK_RETRY_DELAYS', '0,10,60,300,1800,-5'],
    ['WEBHOOK_TIMEOUT_MS', '5s'],
    ['WEBHOOK_DISABLE_AFTER_SECONDS', '0'],
    ['OUTBOUND_ALLOW', '10.0.0.0/33'],
    ['OUTBOUND_ALLOW', 'localhost'],
    ['OUTBOUND_ALLOW', '10.0.0.1'],
    ['OUTBOUND_ALLOW', 'fe80::1%eth0/64'],
    ['RATE_LIMIT_SELF_HOSTED', '-1'],
    ['RATE_LIMIT_SELF_HOSTED', 'lots'],
    ['METRICS_ALLOW', '::1/129'],
    ['TRUST_PROXY', 'maybe'],
    ['AI_PROVIDER', 'oracle'],
    ['AI_BASE_URL', 'localhost:11434'],
    ['AI_BASE_URL', 'ftp://models'],
    ['TRANSCRIBE_PROVIDER', 'parrot'],
    ['TRANSCRIBE_BASE_URL', 'whisper'],
  ])('%s=%j stops the start with one line that starts with the name', (name, value) => {
    const lines = linesOf({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: .+\\.$`));
  });

  test.each<[Record<string, string>, string[]]>([
    [{ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' }, ['AI_BASE_URL']],
    [{ AI_PROVIDER: 'openai' }, ['AI_API_KEY', 'AI_MODEL']],
    [{ AI_PROVIDER: 'anthropic', AI_API_KEY: 'k' }, ['AI_MODEL']],
    [{ AI_BASE_URL: 'http://127.0.0.1:11434/v1' }, ['AI_MODEL']],
    [{ AI_PROVIDER: 'embedded', AI_BASE_URL: 'http://127.0.0.1:11434/v1' }, ['AI_PROVIDER']],
    [{ TRANSCRIBE_PROVIDER: 'openai-compatible' }, ['TRANSCRIBE_BASE_URL']],
    [
      { TRANSCRIBE_PROVIDER: 'embedded', TRANSCRIBE_BASE_URL: 'http://127.0.0.1:1/v1' },
      ['TRANSCRIBE_PROVIDER'],
    ],
  ])('%j is refused with one line for each of %j', (env, names) => {
    const lines = linesOf(env as Record<string, string>);
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(names);
  });

  test('the AI provider is the configured server, else the embedded one', () => {
    expect(readConfig({})).toMatchObject({
      ai: { provider: 'embedded' },
      transcribe: { provider: 'embedded', model: 'auto' },
    });
    expect(readConfig({ AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'm' }).ai).toEqual({
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: undefined,
      model: 'm',
    });
    expect(readConfig({ AI_PROVIDER: 'anthropic', AI_API_KEY: 'k', AI_MODEL: 'm' }).ai).toMatchObject({
      provider: 'anthropic',
      baseUrl: 'https://api.anthropic.com',
    });
  });

  test.each([
    'parley@localhost',
    'Parley <parley@localhost>',
    '<research@example.com>',
    'Acme Inc. Research <research+study@mail.example.com>',
    '"Acme, Inc." <research@example.com>',
    'Forschung für alle <forschung@bücher.example>',
  ])('MAIL_FROM=%j is accepted', (from) => {
    expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from);
  });

  test('DATABASE_URL may omit the host, and PUBLIC_URL loses the slashes at its end', () => {
    const databaseUrl = 'postgres:///parley?host=/var/run/postgresql';
    expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
    expect(readConfig({ PUBLIC_URL: 'https://example.com/parley//' }).publicUrl).toBe(
      'https://example.com/parley',
    );
  });

  test('every problem has its own line', () => {
    const lines = linesOf({ PORT: 'x', ROLE: 'y', LOG_LEVEL: 'z', REDIS_URL: 'w' });
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
      'LOG_LEVEL',
      'PORT',
      'REDIS_URL',
      'ROLE',
    ]);
  });

  test('a value that can contain a password or a key is not printed', () => {
    const lines = linesOf({
      DATABASE_URL: 'mysql://u:hunter2@x',
      REDIS_URL: 'http://:hunter2@x',
      SMTP_URL: 'imap://u:hunter2@x',
      STORAGE_URL: 'http://hunter2',
      SECRET_KEY: 'hunter2',
      PUBLIC_URL: 'https://u:hunter2@x',
      AI_API_KEY: 'hunter2 hunter2',
    });
    expect(lines).toHaveLength(7);
    expect(lines.join()).not.toContain('hunter2');
  });

  test('names every invalid network of a list, and only those', () => {
    const lines = linesOf({ OUTBOUND_ALLOW: ' 10.0.0.0/8, nonsense,, ::1/128 ,1.2.3.4/99' });
    expect(lines).toEqual([
      'OUTBOUND_ALLOW: must be networks such as 10.0.0.0/8 with commas between them, not "nonsense, 1.2.3.4/99".',
    ]);
    expect(readConfig({ OUTBOUND_ALLOW: ' 10.0.0.0/8,, ::1/128 ,' }).outboundAllow).toEqual([
      '10.0.0.0/8',
      '::1/128',
    ]);
  });

  test.each([
    ['PORT', 'x', 'must be a whole number from 0 to 65535, not "x"'],
    ['TRUST_PROXY', 'maybe', 'must be true or false, not "maybe"'],
    ['ROLE', 'both', 'must be one of all, api, worker, not "both"'],
    ['SECRET_KEY', 'short', 'must be text of at least 32 characters'],
    ['REDIS_URL', 'cache', 'must be a URL that starts with redis:// or rediss://'],
    ['TRANSCRIBE_MODEL', 'x', 'must be one of auto, whisper-base.en, moonshine-tiny, not "x"'],
  ])('the line for %s=%s says what is allowed', (name, value, message) => {
    expect(linesOf({ [name]: value })).toEqual([`${name}: ${message}.`]);
  });

  test.each<[Record<string, string>, string[]]>([
    [{ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm', AI_BASE_URL: 'x' }, ['AI_BASE_URL']],
    [{ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_API_KEY: 'k k' }, ['AI_API_KEY']],
    [{ AI_PROVIDER: 'embedded', AI_BASE_URL: 'x' }, ['AI_BASE_URL', 'AI_PROVIDER']],
    [{ AI_PROVIDER: 'x', AI_BASE_URL: 'x' }, ['AI_BASE_URL', 'AI_PROVIDER']],
  ])('%j: an invalid variable counts as set, and each of %j has one line', (env, names) => {
    expect(
      linesOf(env)
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(names);
  });

  test.each([
    ['on', true],
    ['TRUE', true],
    ['1', true],
    ['off', false],
    ['No', false],
    ['0', false],
  ])('TRUST_PROXY=%s is %s', (text, value) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(value);
  });

  test('every variable belongs to exactly one group of the documentation', () => {
    const names = Object.values(variableGroups).flatMap((group) => Object.keys(group));
    expect(names.sort()).toEqual(Object.keys(environmentSchema.properties).sort());
  });
});
