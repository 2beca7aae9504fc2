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
  recording_file_id: null,
};

/** The event of a file that the erasure deleted. The status tells readers that the file has no page. */
const fileBlanks: Record<string, unknown> = {
  transcription_status: 'none',
  transcription_job_id: null,
  checksum_sha256: null,
  session_id: null,
  response_id: null,
  metadata: {},
};

/** The data of a stored event without the person. */
export function redactEvent(data: object, scope: ErasureScope, erased: ErasedSources): object {
  const record = data as Record<string, unknown> & { id?: string; participant?: { id?: string } | null };
  if (record.id !== undefined && erased.fileIds.has(record.id))
    return redactRecord({ ...record, ...blanksOf(record, fileBlanks) }, erased);
  const isOwn =
    record.participant?.id === scope.participant_id &&
    (scope.test_id === null || record.test_id === scope.test_id);
  const blanked = isOwn
    ? { ...record, ...blanksOf(record, blanks), participant: blankPerson(record.participant) }
    : data;
  return redactRecord(blanked, erased);
}

const blanksOf = (record: object, values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field in record));

const blankPerson = (person: object | null | undefined) =>
  Object.fromEntries(
    Object.entries(person ?? {}).map(([field, value]) => [field, field === 'id' ? value : null]),
  );
