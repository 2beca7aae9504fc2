import { redactRecord } from '../../evidence/index.ts';
import type { ErasedSources } from '../../text-table.ts';
import type { ErasureScope } from '../participants/index.ts';

/** What the records of a person lose in a stored event. The fields remain, so that the event still has its schema. */
const blanks: Record<string, unknown> = {
  answers: [],
  summary: null,
  summary_citations: [],
  metadata: {},
  join_url: null,
};

/** The data of a stored event without the person. */
export function redactEvent(data: object, scope: ErasureScope, erased: ErasedSources): object {
  const record = data as Record<string, unknown> & { participant?: { id?: string } | null };
  const isOwn =
    record.participant?.id === scope.participant_id &&
    (scope.test_id === null || record.test_id === scope.test_id);
  const blanked = isOwn
    ? { ...record, ...blanksOf(record), participant: blankPerson(record.participant) }
    : data;
  return redactRecord(blanked, erased);
}

const blanksOf = (record: object) =>
  Object.fromEntries(Object.entries(blanks).filter(([field]) => field in record));

const blankPerson = (person: object | null | undefined) =>
  Object.fromEntries(
    Object.entries(person ?? {}).map(([field, value]) => [field, field === 'id' ? value : null]),
  );
