import { type ErrorDetail, invalid } from '../../../foundation/errors.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findReferenceFaults } from '../../projects/index.ts';
import { clipRecords, findClipSpans } from '../../sources/clips/index.ts';
import { fileRecords, findTimeRangeFaults, spanFaults } from '../../sources/files/index.ts';
import { fillPassages } from '../../sources/transcripts/index.ts';
import type { EvidenceInput } from './card-schema.ts';
import type { Evidence } from './card-store.ts';

/**
 * Verifies evidence and fills in file, times, quote and speaker from its source (spec §4.4). An item that the card
 * already has is not changed, because its source may have been deleted.
 */
export async function readEvidence(
  tx: Db,
  projectId: string,
  given: EvidenceInput[],
  known: Evidence[],
): Promise<Evidence[]> {
  const faults = given.flatMap((item, i) => spanFaults(item, `evidence.${i}.`));
  if (faults.length > 0) throw invalid(faults);
  const items = given.map((item, i) => {
    const existing = known.find((old) => isSame(old, item));
    return { item: existing ?? newItem(item), isNew: !existing, at: `evidence.${i}.` };
  });
  const fresh = items.filter(({ isNew }) => isNew);
  const wrong = await fill(tx, projectId, fresh);
  if (wrong.length > 0) throw invalid(wrong);
  return items.map(({ item }) => item);
}

interface FreshItem {
  item: Evidence;
  at: string;
}

async function fill(tx: Db, projectId: string, fresh: FreshItem[]): Promise<ErrorDetail[]> {
  const clips = await findClipSpans(
    tx,
    projectId,
    fresh.flatMap(({ item }) => item.clip_id ?? []),
  );
  for (const { item } of fresh) {
    const clip = item.clip_id ? clips.get(item.clip_id) : undefined;
    if (!clip || item.segment_id) continue;
    item.file_id ??= clip.file_id;
    if (item.start_seconds === null)
      [item.start_seconds, item.end_seconds] = [clip.start_seconds, clip.end_seconds];
  }
  const fillings = await fillPassages(
    tx,
    projectId,
    fresh.map(({ item }) => item),
  );
  const wrong = fresh.flatMap(({ at }, n) =>
    (fillings[n]?.faults ?? []).map(({ field, message }) => ({ field: `${at}${field}`, message })),
  );
  for (const [n, { item }] of fresh.entries()) {
    const { segment_id, ...filled } = fillings[n]?.passage ?? item;
    // A clip is a time range. Its words are quoted but not anchored.
    if (item.clip_id && !item.segment_id)
      Object.assign(item, { quote: item.quote ?? filled.quote, speaker: filled.speaker });
    else if (fillings[n]?.passage) Object.assign(item, filled, { segment_id });
  }
  const absent = await findReferenceFaults(
    tx,
    projectId,
    fresh.flatMap(({ item, at }) => [
      { field: `${at}file_id`, records: fileRecords, id: item.file_id },
      { field: `${at}clip_id`, records: clipRecords, id: item.clip_id },
    ]),
  );
  const ranges = fresh.map(({ item, at }) => ({ file_id: item.file_id, span: item, at }));
  return [...wrong, ...absent, ...(await findTimeRangeFaults(tx, projectId, ranges))];
}

const blank: Evidence = {
  file_id: null,
  segment_id: null,
  start_character: null,
  end_segment_id: null,
  end_character: null,
  start_seconds: null,
  end_seconds: null,
  quote: null,
  speaker: null,
  clip_id: null,
  detached: false,
  source_deleted: false,
  past: [],
  since_revision: 0,
};

const newItem = ({ source_deleted: _, detached: __, speaker: ___, ...item }: EvidenceInput): Evidence => ({
  ...blank,
  ...item,
});

const required = ['file_id', 'segment_id', 'start_seconds', 'end_seconds', 'quote', 'clip_id'] as const;
const optional = ['start_character', 'end_segment_id', 'end_character'] as const;

/** Whether the client sent back the item unchanged. Older clients do not send the character offsets. */
const isSame = (old: Evidence, item: EvidenceInput) =>
  required.every((key) => old[key] === (item[key] ?? null)) &&
  optional.every((key) => item[key] === undefined || item[key] === (old[key] ?? null));
