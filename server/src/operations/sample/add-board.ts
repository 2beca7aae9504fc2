import { passageOf, type TagIds } from './add-coding.ts';
import type { StoredSegment } from './add-recordings.ts';
import type { SampleClient } from './client.ts';
import type { SampleLane } from './study.ts';

interface StoredLane {
  id: string;
  name: string;
}

export async function addBoard(
  client: SampleClient,
  projectId: string,
  lanes: SampleLane[],
  { tagIds, segments }: { tagIds: TagIds; segments: StoredSegment[] },
): Promise<void> {
  const storedLanes = await client.list<StoredLane>(`/projects/${projectId}/lanes`);
  const storedCards = await client.list<{ title: string }>(`/projects/${projectId}/cards`);
  for (const { name, color, cards } of lanes) {
    const lane =
      storedLanes.find((stored) => stored.name === name) ??
      (await client.post<StoredLane>(`/projects/${projectId}/lanes`, { name, color }));
    for (const { title, body, priority, tags, quotes } of cards) {
      if (storedCards.some((stored) => stored.title === title)) continue;
      await client.post(`/projects/${projectId}/cards`, {
        lane_id: lane.id,
        title,
        body,
        priority: priority ?? null,
        tag_ids: tagIds(tags),
        evidence: quotes.map((quote) => passageOf(segments, quote)),
      });
    }
  }
}
