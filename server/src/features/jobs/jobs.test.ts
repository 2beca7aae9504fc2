import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createRouteFixture, factories } from '../../../test/factories.ts';
import { startParley, until } from '../../../test/harness.ts';
import { useAccount, useParley } from '../../../test/use-parley.ts';
import { newId } from '../../foundation/ids.ts';
import { startAttempt } from './store.ts';

// Without background work, so that jobs remain queued.
const parley = useParley();
const ada = useAccount(parley);
const colleague = useAccount(parley, () => ({ workspace_id: ada.workspace_id }));

async function newJob(visibility: 'private' | 'workspace', owner = ada) {
  const fixture = await createRouteFixture(parley, owner, visibility);
  const id = (await factories.job?.(fixture)) as string;
  const { file_id } = (await owner.get(`/v1/jobs/${id}`)).body.data;
  return { id, file_id, project_id: fixture.project_id };
}

const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

describe('reading jobs', () => {
  test('lists the jobs of every readable project, including those of other users', async () => {
    const [shared, secret] = [await newJob('workspace'), await newJob('private')];
    const own = await newJob('private', colleague);
    const listed = idsOf(await colleague.get('/v1/jobs?limit=100'));
    expect(listed).toEqual(expect.arrayContaining([shared.id, own.id]));
    expect(listed).not.toContain(secret.id);
    const outsider = await parley.account();
    expect(idsOf(await outsider.get('/v1/jobs'))).toEqual([]);
  });

  test('returns a job to everyone who can read its project, else 403 in the workspace and 404 outside', async () => {
    const [shared, secret] = [await newJob('workspace'), await newJob('private')];
    const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
    const outsider = await parley.account();
    expect((await viewer.get(`/v1/jobs/${shared.id}`)).body.data.id).toBe(shared.id);
    expect((await colleague.get(`/v1/jobs/${secret.id}`)).status).toBe(403);
    expect((await outsider.get(`/v1/jobs/${shared.id}`)).status).toBe(404);
    expect((await ada.get(`/v1/jobs/${newId('job', 0)}`)).status).toBe(404);
  });

  test('shows jobs of a deleted project to their creator only', async () => {
    const { id, project_id } = await newJob('workspace');
    await ada.delete(`/v1/projects/${project_id}`);
    expect((await ada.get(`/v1/jobs/${id}`)).body.data.status).toBe('failed');
    expect(idsOf(await ada.get('/v1/jobs?limit=100'))).toContain(id);
    expect((await colleague.get(`/v1/jobs/${id}`)).status).toBe(404);
    expect(idsOf(await colleague.get('/v1/jobs?limit=100'))).not.toContain(id);
  });

  test('filters by type, status, project and file', async () => {
    const [one, two] = [await newJob('workspace'), await newJob('workspace')];
    const list = async (query: string) => idsOf(await colleague.get(`/v1/jobs?limit=100&${query}`));
    expect(await list(`file_id=${one.file_id}`)).toEqual([one.id]);
    expect(await list(`project_id=${two.project_id}&type=transcription&status=queued`)).toEqual([two.id]);
    expect(await list(`project_id=${two.project_id}&file_id=${one.file_id}`)).toEqual([]);
    expect(await list(`file_id=${one.file_id}&status=failed`)).toEqual([]);
    expect(await list('type=report')).toEqual([]);
    const both = [one.id, two.id].sort();
    expect((await list(`project_id=${one.project_id},${two.project_id}`)).sort()).toEqual(both);
    expect((await list(`file_id=${one.file_id},${two.file_id}`)).sort()).toEqual(both);
  });

  test('returns 403 or 404 for a filter with a project or file that the caller cannot read', async () => {
    const secret = await newJob('private');
    const outsider = await parley.account();
    for (const query of [`project_id=${secret.project_id}`, `file_id=${secret.file_id}`]) {
      expect((await colleague.get(`/v1/jobs?${query}`)).status).toBe(403);
      expect((await outsider.get(`/v1/jobs?${query}`)).status).toBe(404);
    }
    expect((await ada.get('/v1/jobs?file_id=x')).status).toBe(404);
  });
});

describe('canceling a job', () => {
  test('returns 403 to a member who can only read the job', async () => {
    const { id } = await newJob('workspace');
    expect((await colleague.post(`/v1/jobs/${id}/cancel`)).body.error.code).toBe('forbidden');
    expect((await ada.get(`/v1/jobs/${id}`)).body.data.status).toBe('queued');
  });

  test('succeeds for the creator of the job and for the owner of the project', async () => {
    const { project_id } = await newJob('workspace');
    const file = { name: 'b.txt', text: 'More words.', transcribe: true };
    for (const who of [colleague, ada]) {
      await colleague.post(`/v1/projects/${project_id}/files`, file);
      const { data } = (await colleague.get(`/v1/jobs?project_id=${project_id}&status=queued`)).body;
      const job = data.find(({ created_by }: { created_by: string }) => created_by === colleague.user_id);
      const canceled = await who.post(`/v1/jobs/${job.id}/cancel`);
      expect(canceled.body.data).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
    }
  });
});

test('a job ends after its start, even if the request that ends it arrived before', async () => {
  const { id, project_id } = await newJob('private');
  const startedAt = new Date(parley.clock.now().getTime() + 9);
  await startAttempt(parley.db, id, 1, startedAt);
  await ada.delete(`/v1/projects/${project_id}`);
  const { data } = (await ada.get(`/v1/jobs/${id}`)).body;
  expect(data).toMatchObject({ status: 'failed', error: { code: 'canceled' }, attempts: 1 });
  expect([data.finished_at, data.updated_at]).toEqual([startedAt.toISOString(), startedAt.toISOString()]);
});

describe('waiting for a job', () => {
  test.each(['this', 'another'])('responds as soon as the job ends in %s process', async (which) => {
    const { id } = await newJob('private');
    const other = which === 'this' ? parley : await startParley({ sameDatabaseAs: parley });
    const arrived = once(parley.app.server, 'request');
    const startedAt = performance.now();
    const waiting = ada.get(`/v1/jobs/${id}?wait_seconds=30`);
    await arrived;
    await other.request('POST', `/v1/jobs/${id}/cancel`, { headers: { authorization: `Bearer ${ada.key}` } });
    expect((await waiting).body.data).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    if (other !== parley) await other.stop();
  });

  test('returns 401 if the reader was removed from the workspace while waiting', async () => {
    const { id } = await newJob('workspace');
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const arrived = once(parley.app.server, 'request');
    const waiting = colleague.get(`/v1/jobs/${id}?wait_seconds=30`);
    await arrived;
    await until(async () => (await colleague.get(`/v1/jobs/${id}`)).status === 200, 'the reader to be known');
    await ada.delete(`/v1/workspace/members/${colleague.user_id}`);
    await ada.post(`/v1/jobs/${id}/cancel`);
    expect((await waiting).status).toBe(401);
  });

  test('returns the current state after wait_seconds, and responds immediately if the job has ended', async () => {
    const { id } = await newJob('private');
    const startedAt = performance.now();
    expect((await ada.get(`/v1/jobs/${id}?wait_seconds=1`)).body.data.status).toBe('queued');
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    await ada.post(`/v1/jobs/${id}/cancel`);
    const endedAt = performance.now();
    expect((await ada.get(`/v1/jobs/${id}?wait_seconds=30`)).body.data.status).toBe('failed');
    expect(performance.now() - endedAt).toBeLessThan(10_000);
  });

  test.each(['-1', '31', '1.5', 'x', ''])('returns 422 for wait_seconds=%s', async (seconds) => {
    const { body } = await ada.get(`/v1/jobs/${newId('job', 0)}?wait_seconds=${seconds}`);
    expect(body.error.details).toMatchObject([{ field: 'wait_seconds' }]);
  });

  test('limits waiting for jobs to 50 waits per user, and ends a wait when its client disconnects', async () => {
    const { id } = await newJob('private');
    const client = new AbortController();
    const outcomes: unknown[] = [];
    const requests = Array.from({ length: 60 }, () =>
      fetch(`${parley.url}/v1/jobs/${id}?wait_seconds=30`, {
        headers: { authorization: `Bearer ${ada.key}` },
        signal: client.signal,
      })
        .then(({ status }) => status)
        .catch(() => 'aborted')
        .then((outcome) => outcomes.push(outcome)),
    );
    const startedAt = performance.now();
    await until(() => outcomes.length === 10, 'the requests over the limit to get a response');
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    client.abort();
    await Promise.all(requests);
    expect(outcomes).toEqual([...Array(10).fill(200), ...Array(50).fill('aborted')]);
    await until(
      async () => {
        const requestedAt = performance.now();
        await ada.get(`/v1/jobs/${id}?wait_seconds=2`);
        return performance.now() - requestedAt > 1_500;
        // Well before the 30 s after which the aborted requests would have ended anyway.
      },
      'a request that waits again',
      15_000,
    );
  });

  test('ends with the current state when the server shuts down', async () => {
    const node = await startParley({ sameDatabaseAs: parley });
    const { id } = await newJob('private');
    const arrived = once(node.app.server, 'request');
    const startedAt = performance.now();
    const waiting = node.request('GET', `/v1/jobs/${id}?wait_seconds=30`, {
      headers: { authorization: `Bearer ${ada.key}` },
    });
    await arrived;
    await node.stop();
    expect((await waiting).body.data.status).toBe('queued');
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});
