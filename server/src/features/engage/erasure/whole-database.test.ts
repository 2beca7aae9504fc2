import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { createPersonEverywhere, personEmail, personTexts } from '../../../../test/person-everywhere.ts';
import { openStorageOf } from '../../../../test/storage-of.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { raw, sql } from '../../../platform/database/index.ts';
import { createSecretBox } from '../../../platform/secret-box/secret-box.ts';
import { deleteDueBlobs } from '../../../platform/storage/deletions.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);

test('an erasure leaves nothing in any column, stored response, blob or mail of the outbox', async () => {
  const person = await createPersonEverywhere(parley, ada);
  expect(
    Object.keys(person.rows).filter((column) => person.rows[column] === 0),
    'columns without a row: add one in server/test/person-everywhere.ts',
  ).toEqual([]);
  const before = await findTexts();
  for (const place of [
    'lanes.name',
    'segments.text',
    'webhook_attempts.body',
    'idempotency_keys.body',
    'outbox',
  ])
    expect(before).toContain(place);

  const [ofPerson, other] = await saveAnswersOfReceivers();

  clock.advance(1000);
  const { status, body } = await ada.post(`/v1/participants/${person.id}/erase`);
  expect(status).toBe(200);
  await deleteDueBlobs(parley.db, await openStorageOf(parley));
  expect(await findTexts()).toEqual([]);
  expect(await readAnswersOfReceivers(ofPerson)).toEqual([null, null]);
  expect(await readAnswersOfReceivers(other)).toEqual([answer, answer]);
  expect(JSON.stringify(body)).not.toContain(personEmail);
  expect(body.data.remaining.map(({ place }: { place: string }) => place)).toEqual(
    expect.arrayContaining(['write_ahead_log', 'backups']),
  );
  // The mail that is not about the person remains.
  expect(await readOutbox()).toHaveLength(1);
}, 60_000);

/** Contains no name, but is about the person of the event. */
const answer = 'Stored: the customer is unhappy';
const attempts = [raw('webhook_attempts'), raw('automation_attempts')];

/** What the receivers of deliveries returned: to an event that contains the person, and to one that does not. */
async function saveAnswersOfReceivers(): Promise<[string, string]> {
  const [event] = await parley.db.query<{ id: string }>(
    sql`select id from events where position(${personEmail} in convert_from(body, 'utf8')) > 0 limit 1`,
  );
  const now = clock.now().getTime();
  const ids: [string, string] = [event?.id ?? '', newId('event', now)];
  for (const table of attempts)
    for (const id of ids)
      await parley.db.query(sql`
        insert into ${table} (id, subscription_id, event_id, event_created_at, event_type, attempt, status, response_body,
          created_at)
        select ${newId('delivery', now)}, subscription_id, ${id}, event_created_at, event_type, 1, 'failed', ${answer},
               created_at from ${table} limit 1`);
  return ids;
}

async function readAnswersOfReceivers(eventId: string): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const table of attempts) {
    const rows = await parley.db.query<{ response_body: string | null }>(
      sql`select response_body from ${table} where event_id = ${eventId}`,
    );
    found.push(...rows.map(({ response_body }) => response_body));
  }
  return found;
}

/** The columns, and `outbox` and `storage`, that contain one of the texts. */
async function findTexts(): Promise<string[]> {
  const found: string[] = [];
  const has = (text: string) => personTexts.some((one) => text.toLowerCase().includes(one.toLowerCase()));
  const columns = await parley.db.query<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns c
      join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
     where table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition order by 1, 2`);
  for (const { table, column } of columns) {
    const rows = await parley.db.query<{ value: unknown; user_id?: string }>(sql`
      select ${raw(`"${column}"`)} as value ${raw(table === 'idempotency_keys' ? ', user_id' : '')} from ${raw(`"${table}"`)}`);
    if (rows.some(({ value, user_id }) => has(toText(value, user_id)))) found.push(`${table}.${column}`);
  }
  if ((await readOutbox()).some(has)) found.push('outbox');
  if ((await readFiles(parley.config.dataDir)).some(has)) found.push('storage');
  return found;
}

const box = createSecretBox('a secret key that is only for tests');

function toText(value: unknown, userId?: string): string {
  if (Buffer.isBuffer(value)) return userId ? box.open(`idempotency:${userId}`, value) : value.toString();
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

async function readOutbox(): Promise<string[]> {
  const folder = join(parley.config.dataDir, 'outbox');
  return Promise.all(
    (await readdir(folder)).map(async (name) => {
      const { to, subject, text, html } = await PostalMime.parse(await readFile(join(folder, name)));
      return JSON.stringify([to, subject, text, html]);
    }),
  );
}

async function readFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => name + (await readFile(join(parentPath, name), 'utf8'))),
  );
}
