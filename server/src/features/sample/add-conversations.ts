import type { SampleClient } from './client.ts';
import type { SampleStudy } from './study.ts';
import { waitUntilDone } from './wait-until-done.ts';

interface StoredFile {
  id: string;
  sentiment: object | null;
}

interface StoredJob {
  id: string;
  status: string;
}

/** Waits for work that makes the sample better but not complete: without a result, the rest is still worth having. */
const attempt = (client: SampleClient, job: StoredJob) =>
  waitUntilDone(() => client.get<StoredJob>(`/jobs/${job.id}`)).catch(() => undefined);

/** How people sound, for the matrix and the themes of the overview. */
export async function addMoods(client: SampleClient, projectId: string): Promise<void> {
  for (const { id, sentiment } of await client.list<StoredFile>(`/projects/${projectId}/files`)) {
    if (sentiment === null) await attempt(client, await client.post<StoredJob>(`/files/${id}/sentiment`, {}));
  }
}

/** A question about the material, with its answer. */
export async function addQuestion(client: SampleClient, projectId: string, message: string): Promise<void> {
  const stored = await client.list<object>(`/projects/${projectId}/chats`);
  if (stored.length > 0) return;
  await attempt(client, await client.post<StoredJob>(`/projects/${projectId}/chat`, { message }));
}

export async function addComments(
  client: SampleClient,
  projectId: string,
  comments: NonNullable<SampleStudy['comments']>,
): Promise<void> {
  const path = `/projects/${projectId}/comments`;
  const stored = await client.list<{ body: string }>(path);
  const cards = await client.list<{ id: string; title: string }>(`/projects/${projectId}/cards`);
  for (const { card, body } of comments) {
    const target = cards.find(({ title }) => title === card);
    if (!target || stored.some((comment) => comment.body === body)) continue;
    await client.post(path, { target_type: 'card', target_id: target.id, body });
  }
}
