import { passageOf, type TagIds } from './add-coding.ts';
import type { StoredSegment } from './add-recordings.ts';
import type { SampleClient } from './client.ts';
import type { SampleLane } from './study.ts';

interface StoredLane {
  id: string;
  name: string;
}

/** The lanes of every new project. The sample has others, and empty lanes would hide them. */
const firstLaneNames = ['Observations', 'Themes', 'Insights', 'Actions'];

export async function addBoard(
  client: SampleClient,
  projectId: string,
  lanes: SampleLane[],
  { tagIds, segments }: { tagIds: TagIds; segments: StoredSegment[] },
): Promise<void> {
  const storedCards = await client.list<{ title: string }>(`/projects/${projectId}/cards`);
  if (storedCards.length === 0) await replaceFirstLanes(client, projectId, lanes);
  const storedLanes = await client.list<StoredLane>(`/projects/${projectId}/lanes`);
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

/** Renames the lanes that the project began with, and deletes those that are left over. */
async function replaceFirstLanes(client: SampleClient, projectId: string, lanes: SampleLane[]) {
  const stored = await client.list<StoredLane>(`/projects/${projectId}/lanes`);
  const missing = lanes.filter(({ name }) => !stored.some((lane) => lane.name === name));
  for (const { id } of stored.filter(({ name }) => firstLaneNames.includes(name))) {
    const lane = missing.shift();
    if (lane) await client.patch(`/lanes/${id}`, { name: lane.name, color: lane.color });
    else await client.delete(`/lanes/${id}`);
  }
}
