import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../server/src/foundation/clock.ts';
import { useAccount, useParley } from '../../server/test/use-parley.ts';
import { Parley, ParleyError } from './index.ts';
import { resourceTable } from './resource-table.ts';

const server = useParley({ clock: systemClock, work: true });
const ada = useAccount(server);
let parley: Parley;
beforeAll(async () => {
  parley = new Parley({ apiKey: ada.key, baseUrl: server.url });
});

test('creates, reads, changes and lists records by resource', async () => {
  const project = await parley.projects.create({ name: 'By resource' });
  expect((await parley.projects.update(project.id, { name: 'Renamed' })).name).toBe('Renamed');
  for (const name of ['One', 'Two', 'Three']) await parley.tags.create(project.id, { name });
  const names: string[] = [];
  for await (const tag of parley.tags.list(project.id, { limit: 2, sort: 'name' })) names.push(tag.name);
  expect(names).toEqual(['One', 'Three', 'Two']);
  expect(await parley.projects.delete(project.id)).toEqual({ id: project.id, deleted: true });
});

test('throws a ParleyError with code, status and details', async () => {
  const failed = await parley.projects.create({ name: '' }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ParleyError);
  expect(failed).toMatchObject({ code: 'validation_failed', status: 422, details: [{ field: 'name' }] });
  const list = parley.tags.list('prj_00000000000000000000000000');
  await expect(list.next()).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

test('refuses an empty id, whose path would be that of the list', () => {
  expect(() => parley.projects.get('')).toThrow('projectId must not be empty.');
  expect(() => parley.tags.list(undefined as unknown as string)).toThrow(TypeError);
});

test('sends an Idempotency-Key that the caller chose', async () => {
  const create = () => parley.projects.create({ name: 'Once' }, { idempotencyKey: 'row-7' });
  expect((await create()).id).toBe((await create()).id);
});

test('uploads a file and refuses a Blob without a name', async () => {
  const project = await parley.projects.create({ name: 'Uploads' });
  const file = await parley.files.upload(project.id, new File(['Mina: hello.'], 'notes.txt'));
  expect(file).toMatchObject({ name: 'notes.txt', size_bytes: 12 });
  expect(() => parley.files.upload(project.id, new Blob(['x']))).toThrow(/Blob has no name/);
});

test('waits for a job, whose type decides the type of its result', async () => {
  const project = await parley.projects.create({ name: 'Jobs' });
  const segments = [
    { speaker: 'Mina', start_seconds: 0, end_seconds: 4, text: 'I love the new search, it is fast.' },
  ];
  const file = await parley.files.create(project.id, { name: 'Talk', transcript: { segments } });
  const started = await parley.sentiment.analyzeFileSentiment(file.id);
  const job = await parley.jobs.wait(started.id, { timeoutMs: 120_000 });
  expect(job.status).toBe('succeeded');
  expect(job.type === 'sentiment' && job.result?.files[0]?.file_id).toBe(file.id);
  await expect(
    parley.jobs.wait('job_00000000000000000000000000', { timeoutMs: 1_000 }),
  ).rejects.toBeInstanceOf(ParleyError);
});

test('verifies a webhook and returns the event with the type of its data', async () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'project.created', created_at: '', data: { name: 'é' } });
  const t = Math.floor(Date.now() / 1000);
  const signature = `t=${t}, v1=${createHmac('sha256', 'whsec_a').update(`${t}.${body}`).digest('hex')}`;
  const event = await parley.webhooks.constructEvent(body, signature, 'whsec_a');
  expect(event.type === 'project.created' && event.data.name).toBe('é');
  await expect(parley.webhooks.verify({ body, signature, secret: 'whsec_b' })).rejects.toThrow(/signature/);
});

test('the client has every operation of the API, with camelCase names', () => {
  const methods = Object.values(resourceTable).flatMap((resource) => Object.entries(resource));
  expect(methods.length).toBeGreaterThan(160);
  for (const [name] of methods) expect(name).toMatch(/^[a-z][A-Za-z]*$/);
  const operations = methods.map(([, [operation]]) => operation);
  expect(new Set(operations).size).toBe(operations.length);
});
