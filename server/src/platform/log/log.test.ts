import { Writable } from 'node:stream';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLog('trace', destination));
  return text;
}

const client = () => {
  const made = new pg.Client({ host: '/nowhere', user: 'parley', password: 'the-password-of-the-database' });
  return Object.assign(made, { processID: 4711, secretKey: 987654321 });
};

test('logs an error without the database client attached to it', () => {
  const error = Object.assign(new Error('Connection terminated unexpectedly'), {
    client: client(),
    code: '57P01',
    detail: 'Key (email)=(ada@example.com) already exists.',
  });
  for (const text of [
    logged((log) => log.warn({ err: error }, 'the database connection was lost')),
    logged((log) => log.warn(error, 'the database connection was lost')),
    logged((log) => log.warn({ reason: error }, 'the database connection was lost')),
    logged((log) =>
      log.warn({ err: new Error('outer', { cause: error }) }, 'the database connection was lost'),
    ),
  ]) {
    expect(text).toContain('Connection terminated unexpectedly');
    expect(text).toContain('57P01');
    for (const secret of ['987654321', '4711', 'the-password', 'ada@example.com'])
      expect(text).not.toContain(secret);
  }
});

test('never logs a database client, whatever the field is called', () => {
  const text = logged((log) => log.info({ client: client(), connection: client() }, 'connected'));
  expect(text).toContain('[database client]');
  expect(text).not.toContain('987654321');
  expect(text).not.toContain('the-password');
});

test.each([
  '/uploads/ZmlsXzAxazk.c2lnbmF0dXJl',
  '/blobs/eyJrIjoiYSJ9.c2lnbmF0dXJl',
  '/s/clips/abcdefghijklmnop',
  '/s/clips/abcdefghijklmnop/media',
  '/s/reports/abcdefghijklmnop',
  '/t/abcdefghijklmnop',
  '/b?X-Amz-Credential=AKIAEXAMPLE%2F20261115&X-Amz-Signature=abcdefghijklmnop',
])('hides the token in %s in every field and message', (path) => {
  const text = logged((log) => log.debug({ path, url: `https://parley.example.com${path}` }, path));
  expect(text).toContain('[hidden]');
  expect(text).not.toMatch(/abcdefghijklmnop|c2lnbmF0dXJl|AKIAEXAMPLE/);
});
