import type { TagIds } from './add-coding.ts';
import type { StoredSegment } from './add-recordings.ts';
import type { SampleClient } from './client.ts';
import { findByQuote } from './script.ts';
import type { SampleClip, SampleStudy } from './study.ts';
import { waitUntilDone } from './wait-until-done.ts';

interface StoredClip {
  id: string;
  name: string;
  status: string;
}

export async function addClips(
  client: SampleClient,
  projectId: string,
  clips: SampleClip[],
  { tagIds, segments }: { tagIds: TagIds; segments: StoredSegment[] },
): Promise<void> {
  const path = `/projects/${projectId}/clips`;
  const stored = await client.list<StoredClip>(path);
  for (const { name, description, from, to, tags } of clips) {
    const first = findByQuote(segments, from);
    const last = findByQuote(segments, to);
    const clip =
      stored.find((row) => row.name === name) ??
      (await client.post<StoredClip>(path, {
        name,
        description,
        file_id: first.file_id,
        start_seconds: first.start_seconds,
        end_seconds: last.end_seconds,
        tag_ids: tagIds(tags),
      }));
    await waitUntilDone(() => client.get<StoredClip>(`/clips/${clip.id}`));
  }
}

export async function addReport(
  client: SampleClient,
  projectId: string,
  report: SampleStudy['report'],
): Promise<void> {
  const path = `/projects/${projectId}/reports`;
  const stored = await client.list<{ title: string }>(path);
  if (stored.some(({ title }) => title === report.title)) return;
  const job = await client.post<{ id: string; status: string }>(path, report);
  await waitUntilDone(() => client.get<{ status: string }>(`/jobs/${job.id}`));
}

/** Created after everything else, so that it receives nothing until something happens in the projects. */
export async function addWebhook(client: SampleClient, url: string, projectIds: string[]): Promise<void> {
  const stored = await client.list<{ url: string }>('/webhooks');
  if (stored.some((webhook) => webhook.url === url)) return;
  await client.post('/webhooks', {
    url,
    events: ['file.transcribed', 'report.generated', 'tag.created'],
    description: 'Sample: events of the sample projects.',
    project_ids: projectIds,
  });
}
