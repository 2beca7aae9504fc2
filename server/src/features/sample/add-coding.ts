import type { StoredSegment } from './add-recordings.ts';
import type { SampleClient } from './client.ts';
import { findByQuote } from './script.ts';
import type { SampleNote, SampleTag } from './study.ts';

interface StoredTag {
  id: string;
  name: string;
}

interface StoredTagging {
  tag_id: string;
  target_id: string;
  quote: string | null;
}

/** Finds the ids of tags by their names. */
export type TagIds = (names: string[] | undefined) => string[];

export async function addTags(client: SampleClient, projectId: string, tags: SampleTag[]): Promise<TagIds> {
  const path = `/projects/${projectId}/tags`;
  const stored = await client.list<StoredTag>(path);
  const ids = new Map(stored.map(({ id, name }) => [name, id]));
  for (const { name, color, description } of tags) {
    if (!ids.has(name)) ids.set(name, (await client.post<StoredTag>(path, { name, color, description })).id);
  }
  return (names = []) =>
    names.map((name) => {
      const id = ids.get(name);
      if (!id) throw new Error(`The sample data has no tag "${name}".`);
      return id;
    });
}

export async function addTaggings(
  client: SampleClient,
  projectId: string,
  tags: SampleTag[],
  { tagIds, segments }: { tagIds: TagIds; segments: StoredSegment[] },
): Promise<void> {
  const path = `/projects/${projectId}/taggings`;
  const stored = await client.list<StoredTagging>(path);
  const missing = tags
    .flatMap(({ name, quotes }) => quotes.map((quote) => ({ tag_id: tagIds([name])[0] as string, quote })))
    .map(({ tag_id, quote }) => ({ tag_id, target_type: 'segment', ...passageOf(segments, quote) }))
    .map(({ segment_id, file_id: _, ...passage }) => ({ ...passage, target_id: segment_id }))
    .filter(
      ({ tag_id, target_id, quote }) =>
        !stored.some((row) => row.tag_id === tag_id && row.target_id === target_id && row.quote === quote),
    );
  if (missing.length === 0) return;
  // Each tagging is accepted or refused by itself, with the status 201 for all of them.
  const results = await client.post<{ error: object | null }[]>(path, { taggings: missing });
  const refused = results.filter(({ error }) => error !== null);
  if (refused.length > 0) throw new Error(`Sample taggings were refused: ${JSON.stringify(refused)}`);
}

export async function addNotes(
  client: SampleClient,
  projectId: string,
  notes: SampleNote[],
  { tagIds, segments }: { tagIds: TagIds; segments: StoredSegment[] },
): Promise<void> {
  const path = `/projects/${projectId}/notes`;
  const stored = await client.list<{ title: string | null }>(path);
  for (const { title, body, quote, tags, pinned = false } of notes) {
    if (stored.some((note) => note.title === title)) continue;
    const segment = quote === undefined ? undefined : findByQuote(segments, quote);
    const place = segment && {
      file_id: segment.file_id,
      start_seconds: segment.start_seconds,
      end_seconds: segment.end_seconds,
    };
    await client.post(path, { title, body, pinned, tag_ids: tagIds(tags), ...place });
  }
}

/** Where a quote is in the stored transcripts. */
export function passageOf(segments: StoredSegment[], quote: string) {
  const segment = findByQuote(segments, quote);
  const start = segment.text.indexOf(quote);
  return {
    file_id: segment.file_id,
    segment_id: segment.id,
    start_character: start,
    end_character: start + quote.length,
    quote,
  };
}
