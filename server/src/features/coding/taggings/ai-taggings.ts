import { sameNameKey } from '../../../platform/ai/same-name.ts';
import type { Db } from '../../../platform/database/index.ts';
import { fillPassages } from '../../sources/transcripts/index.ts';
import {
  applySuggestions,
  emitCreated,
  insertTaggings,
  insertTags,
  lockTags,
  newTag,
  newTagging,
  readTagNames,
  removeTags,
  type TagDeps,
  type TaggingRow,
  type TagRow,
} from '../../tags/index.ts';
import {
  type AnchoredTagging,
  findAnchoredTaggings,
  lockAiTagging,
  readSegmentOrder,
} from './ai-tagging-store.ts';

/** A passage for a tag, as an AI job found it. */
export interface AiTagging {
  /** The id of a tag, or an index into `new_tags`. */
  tag: string | number;
  file_id: string;
  segment_id: string;
  start_character: number;
  end_segment_id: string;
  end_character: number;
  /** The words at that position when the transcript was read. */
  quote: string;
  confidence: number;
}

export interface AiProposal {
  new_tags: { name: string; description: string | null }[];
  taggings: AiTagging[];
}

interface AiJob {
  project: { id: string; workspace_id: string };
  job_id: string;
  status: 'suggested' | 'accepted';
  now: Date;
}

export interface AiOutcome {
  created_tag_ids: string[];
  /** Taggings that were created, and suggestions that became accepted. */
  written: number;
  /** Files in which words of the proposal no longer exist. */
  changed_file_ids: string[];
}

const rowsPerInsert = 1_000;

/**
 * Writes what an AI job proposes, in the transaction that ends the job. Skips passages that have the tag already, in any
 * status: a rejected suggestion remains rejected. Emits `tag.created` for each new tag that is used.
 */
export async function writeAiTaggings(
  deps: TagDeps,
  tx: Db,
  job: AiJob,
  proposal: AiProposal,
): Promise<AiOutcome> {
  const { project, now } = job;
  await lockAiTagging(tx, project.id);
  // Inserted first: the trigger of this table locks the project, and everything locks the project before records.
  const { tagIds, created } = await addNewTags(tx, job, proposal.new_tags);
  const { rows, changed } = await placeTaggings(tx, job, proposal.taggings, tagIds);
  const locked = await lockTags(tx, project.id, [...new Set(rows.map(({ tag_id }) => tag_id))]);
  const { added, applied } = await withoutKnown(
    tx,
    rows.filter(({ tag_id }) => locked.has(tag_id)),
  );
  for (let at = 0; at < added.length; at += rowsPerInsert)
    await insertTaggings(tx, added.slice(at, at + rowsPerInsert));
  const accepted = job.status === 'accepted' ? applied : [];
  await applySuggestions(tx, accepted, job.job_id, now);
  const used = new Set(added.map(({ tag_id }) => tag_id));
  await removeTags(
    tx,
    created.flatMap(({ id }) => (used.has(id) ? [] : [id])),
  );
  const remaining = created.filter(({ id }) => used.has(id));
  for (const tag of remaining) await emitCreated(deps, tx, project.workspace_id, tag);
  return {
    created_tag_ids: remaining.map(({ id }) => id),
    written: added.length + accepted.length,
    changed_file_ids: [...changed],
  };
}

/** Creates the tags, except those that another request has created since the job read the tags. */
async function addNewTags(
  tx: Db,
  { project, now }: AiJob,
  wanted: AiProposal['new_tags'],
): Promise<{ tagIds: string[]; created: TagRow[] }> {
  const existing = new Map(
    (await readTagNames(tx, project.id)).map(({ id, name }) => [sameNameKey(name), id]),
  );
  const rows = wanted.map((input) => newTag({ project, input, source: 'ai', created_by: null, now }));
  const missing = rows.filter(({ name }, at) => {
    const key = sameNameKey(name);
    return !existing.has(key) && rows.findIndex((row) => sameNameKey(row.name) === key) === at;
  });
  const inserted = await insertTags(tx, missing);
  const created = missing.filter(({ id }) => inserted.has(id));
  for (const { id, name } of created) existing.set(sameNameKey(name), id);
  if (created.length < missing.length)
    for (const { id, name } of await readTagNames(tx, project.id)) existing.set(sameNameKey(name), id);
  return { tagIds: rows.map(({ name }) => existing.get(sameNameKey(name)) ?? ''), created };
}

/** Fills in the passages. A passage whose transcript was edited follows its words or is left out. */
async function placeTaggings(tx: Db, job: AiJob, taggings: AiTagging[], tagIds: string[]) {
  const { project, now } = job;
  const changed = new Set<string>();
  const fill = (passages: Parameters<typeof fillPassages>[2]) => fillPassages(tx, project.id, passages);
  const exact = await fill(
    taggings.map(({ segment_id, start_character, end_segment_id, end_character, quote }) => ({
      segment_id,
      start_character,
      end_segment_id,
      end_character,
      quote,
    })),
  );
  const lost = taggings.filter((_, n) => !exact[n]?.passage);
  const searched = await fill(lost.map(({ file_id, quote }) => ({ file_id, quote })));
  const found = new Map(lost.map((tagging, n) => [tagging, searched[n]?.passage]));
  const rows = taggings.flatMap((tagging, n): TaggingRow[] => {
    const passage = exact[n]?.passage ?? found.get(tagging);
    if (!passage?.segment_id) {
      changed.add(tagging.file_id);
      return [];
    }
    const tagId = typeof tagging.tag === 'string' ? tagging.tag : (tagIds[tagging.tag] ?? '');
    const target = { id: passage.segment_id, file_id: passage.file_id };
    return [
      {
        ...newTagging({ project_id: project.id, tag_id: tagId, target_type: 'segment', target }, now),
        ...passage,
        source: 'ai',
        confidence: tagging.confidence,
        status: job.status,
        job_id: job.job_id,
      },
    ];
  });
  return { rows, changed };
}

/** Separates the rows that are new from suggestions that exist already. */
async function withoutKnown(tx: Db, rows: TaggingRow[]): Promise<{ added: TaggingRow[]; applied: string[] }> {
  const unique = (ids: (string | null)[]) => [...new Set(ids)].filter((id) => id !== null);
  const known = await findAnchoredTaggings(
    tx,
    unique(rows.map(({ tag_id }) => tag_id)),
    unique(rows.map(({ file_id }) => file_id)),
  );
  const order = await readSegmentOrder(
    tx,
    unique([...rows, ...known].flatMap(({ segment_id, end_segment_id }) => [segment_id, end_segment_id])),
  );
  const groupOf = ({ tag_id, file_id }: AnchoredTagging) => `${tag_id} ${file_id}`;
  const groups = new Map<string, AnchoredTagging[]>();
  for (const tagging of known)
    groups.set(groupOf(tagging), [...(groups.get(groupOf(tagging)) ?? []), tagging]);
  const isSuggestion = new Set(
    known.filter(({ status, source }) => status === 'suggested' && source === 'ai'),
  );
  const added: TaggingRow[] = [];
  const applied = new Set<string>();
  for (const row of rows) {
    const group = groups.get(groupOf(row)) ?? [];
    const same = group.filter((other) =>
      other.detached ? isReworded(other, row) : overlap(order, other, row),
    );
    for (const other of same) if (isSuggestion.has(other)) applied.add(other.id);
    if (same.length > 0) continue;
    added.push(row);
    groups.set(groupOf(row), [...group, row]);
  }
  return { added, applied: [...applied] };
}

type Range = Pick<AnchoredTagging, 'segment_id' | 'start_character' | 'end_segment_id' | 'end_character'>;

function overlap(order: ReadonlyMap<string, number>, a: Range, b: Range): boolean {
  const at = (segment: string | null, character: number | null) =>
    [order.get(segment ?? '') ?? -1, character ?? 0] as const;
  const isBefore = ([s, c]: readonly [number, number], [t, d]: readonly [number, number]) =>
    s < t || (s === t && c < d);
  return (
    isBefore(at(a.segment_id, a.start_character), at(b.end_segment_id, b.end_character)) &&
    isBefore(at(b.segment_id, b.start_character), at(a.end_segment_id, a.end_character))
  );
}

/** A passage with fewer than half of its words left is detached, so the same statement shares less than that. */
const rewordedShare = 0.4;
const rewordedWords = 3;

/** The words of a rejected passage were edited so much that it lost its place, but it is still the same statement. */
function isReworded(rejected: AnchoredTagging, row: TaggingRow): boolean {
  if (rejected.status !== 'rejected') return false;
  const wordsOf = (quote: string | null) => new Set(quote?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const [a, b] = [wordsOf(rejected.quote), wordsOf(row.quote)];
  const both = [...a].filter((word) => b.has(word)).length;
  return both >= rewordedWords && both >= rewordedShare * Math.max(a.size, b.size);
}
