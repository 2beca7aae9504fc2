import { expect, test } from 'vitest';
import { createPersonWithTraces, secret } from '../../../../test/person-with-traces.ts';
import { openStorageOf } from '../../../../test/storage-of.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { deleteDueBlobs } from '../../../platform/storage/deletions.ts';

const parley = useParley();
const ada = useAccount(parley);

let number = 0;
const newPerson = () => createPersonWithTraces(parley, ada, `mina${++number}@example.com`);
const erase = async (id: string) => {
  const { status, body } = await ada.post(`/v1/participants/${id}/erase`);
  expect(status).toBe(200);
  return body.data;
};

async function read(fileId: string) {
  const { data } = (await ada.get(`/v1/files/${fileId}`)).body;
  const response = await fetch(data.download_url);
  return { file: data, text: await response.text(), etag: response.headers.get('etag') };
}

const readUsed = async () =>
  Number(
    (
      await parley.db.query<{ used: string }>(sql`
        select sum(used) as used from credit_usage where workspace_id = ${ada.workspace_id} and credit = 'storage_bytes'`)
    )[0]?.used,
  );

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');

test('rewrites the bytes of texts and transcripts of others that contain the words or the name', async () => {
  const person = await newPerson();
  const create = async (body: object) =>
    (await ada.post(`/v1/projects/${person.project_id}/files`, body)).body.data.id as string;
  const notes = await create({
    name: 'Notes.md',
    text: `# Talk\n\nMina Petrov: “${secret}”.\n\nTom – nothing.`,
  });
  const talk = await create({
    name: 'Talk',
    transcript: {
      segments: [
        { speaker: 'Tom', start_seconds: 0, end_seconds: 4, text: `He told me: ${secret}.` },
        { speaker: 'Mina Petrov', start_seconds: 4, end_seconds: 5, text: 'Hello Tom.' },
      ],
    },
  });
  const other = await create({ name: 'Other.txt', text: 'The landlord of Tom reads nothing.' });
  const before = { notes: await read(notes), talk: await read(talk), other: await read(other) };
  expect(before.talk.text).toContain('Mina Petrov');
  const used = await readUsed();

  const receipt = await erase(person.id);
  const after = { notes: await read(notes), talk: await read(talk), other: await read(other) };
  expect(after.notes.text).toBe('# Talk\n\n[removed]: “[removed]”.\n\nTom – nothing.');
  expect(after.talk.text).toContain('He told me: [removed].');
  expect(after.talk.text).toContain('Hello Tom.');
  expect(after.talk.text).not.toMatch(/Mina|Ottokar/);
  expect(after.other).toMatchObject({ text: before.other.text, etag: before.other.etag });
  expect(after.notes.etag).not.toBe(before.notes.etag);
  for (const { file, text } of [after.notes, after.talk])
    expect(file).toMatchObject({ size_bytes: Buffer.byteLength(text), checksum_sha256: await sha256(text) });
  expect((await fetch(before.notes.file.download_url)).status).toBe(404);
  expect(await readUsed()).toBeLessThan(used);

  expect(receipt.redacted.other_texts).toBeGreaterThanOrEqual(2);
  expect(receipt.remaining.map(({ place }: { place: string }) => place)).toContain('original_files');
  // The old bytes are deleted, and the new ones are not.
  await deleteDueBlobs(parley.db, await openStorageOf(parley));
  expect((await read(notes)).text).toBe(after.notes.text);
});

test('erasures of two people who are in the same file at the same time remove both', async () => {
  const person = await newPerson();
  const { project_id } = person;
  const now = parley.clock.now();
  const [other] = await parley.db.query<{ id: string }>(sql`
    insert into participants (id, project_id, email, name, created_at, updated_at)
    values ('par_06mzq5n4d8f3r7t2x4k6n8p0zz', ${project_id}, 'ida@example.com', 'Ida Berg', ${now}, ${now}) returning id`);
  const created = await ada.post(`/v1/projects/${project_id}/files`, {
    name: 'Notes.txt',
    text: `${'Mina Petrov met Ida Berg.\n'.repeat(5000)}`,
  });
  await Promise.all([erase(person.id), erase(other?.id ?? '')]);
  expect((await read(created.body.data.id)).text).toBe('[removed] met [removed].\n'.repeat(5000));
});

test('an erasure does not fail if the bytes of a file are missing', async () => {
  const person = await newPerson();
  const [file] = await parley.db.query<{ blob_key: string }>(
    sql`select blob_key from files where id = ${person.otherFile}`,
  );
  await (await openStorageOf(parley)).delete(file?.blob_key ?? '');
  await erase(person.id);
});
