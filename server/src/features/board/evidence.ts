import { invalid } from '../../foundation/errors.ts';
import type { Db } from '../../platform/database/index.ts';
import { findPlaceFaults, findReferenceFaults, spanFaults } from '../tags/index.ts';
import type { EvidenceInput } from './card-schema.ts';
import type { Evidence } from './card-store.ts';

/**
 * What was given, checked: its sources are of the project. An item that the card has already is kept as it is known,
 * for its source may be gone meanwhile while the quote stays (contract §4).
 */
export async function readEvidence(
  tx: Db,
  projectId: string,
  given: EvidenceInput[],
  known: Evidence[],
): Promise<Evidence[]> {
  const faults = given.flatMap((item, i) => spanFaults(item, `evidence.${i}.`));
  if (faults.length > 0) throw invalid(faults);
  const items = given.map((item) => {
    const { source_deleted: _, ...fresh } = { ...blank, ...item };
    const kept = known.find((old) => keys.every((key) => old[key] === fresh[key]));
    return { item: kept ?? { ...fresh, source_deleted: false }, isNew: !kept };
  });
  const fresh = items.flatMap(({ item, isNew }, i) => (isNew ? [{ item, at: `evidence.${i}.` }] : []));
  const absent = await findReferenceFaults(
    tx,
    projectId,
    fresh.flatMap(({ item, at }) => [
      { field: `${at}file_id`, kind: 'file' as const, id: item.file_id },
      { field: `${at}segment_id`, kind: 'segment' as const, id: item.segment_id },
      { field: `${at}clip_id`, kind: 'clip' as const, id: item.clip_id },
    ]),
  );
  const places = fresh.map(({ item, at }) => ({ file_id: item.file_id, span: item, at }));
  const wrong = [...absent, ...(await findPlaceFaults(tx, projectId, places))];
  if (wrong.length > 0) throw invalid(wrong);
  return items.map(({ item }) => item);
}

const blank = {
  file_id: null,
  segment_id: null,
  start_seconds: null,
  end_seconds: null,
  quote: null,
  clip_id: null,
};
const keys = Object.keys(blank) as (keyof typeof blank)[];
