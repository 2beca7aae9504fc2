import type { Db } from '../../platform/database/index.ts';
import { TaskFailure } from '../../platform/tasks/index.ts';
import { findInProject } from '../projects/index.ts';
import { fileRecords } from '../sources/files/index.ts';
import type { Citation } from './quotes/citation.ts';
import type { ResponseMaterial } from './response-material.ts';
import { findSegments, lockTranscripts } from './source-material.ts';

/**
 * Makes a job start again without the files that were deleted while it worked, so that its result contains nothing of them.
 * Call it first in the transaction that saves the result: a deletion locks the file first, too.
 */
export async function requireSources(
  tx: Db,
  projectId: string,
  fileIds: string[],
  responses?: { ids: string[]; material: ResponseMaterial },
): Promise<void> {
  const wanted = [...new Set(fileIds)];
  const existing = await findInProject(tx, fileRecords, projectId, wanted);
  const transcribed = await lockTranscripts(
    tx,
    existing.map(({ id }) => id),
  );
  const written = responses ? await responses.material.lock(tx, responses.ids) : new Set<string>();
  if (transcribed.size === wanted.length && written.size === new Set(responses?.ids).size) return;
  const [code, message] =
    transcribed.size + written.size === 0
      ? ['nothing_to_read', 'The material was deleted.']
      : ['source_deleted', 'Files or responses were deleted in each attempt while the job read them.'];
  throw new TaskFailure(code, message, { retryable: true });
}

/**
 * Marks citations whose source was deleted while a text was written or verified. Files stay locked until the caller
 * commits, and are locked before the report and its project: a deletion locks in the same order. Segments
 * are not locked, because there are many and an edit locks them in another order.
 */
export async function markDeletedSources(
  tx: Db,
  projectId: string,
  citations: Citation[],
  material: ResponseMaterial,
): Promise<Citation[]> {
  const idsOf = (key: 'file_id' | 'response_id' | 'segment_id') =>
    citations.map((citation) => citation[key]).filter((id) => id !== null);
  const existing = await findInProject(tx, fileRecords, projectId, idsOf('file_id'));
  const files = new Set(existing.map(({ id }) => id));
  const responses = await material.lock(tx, idsOf('response_id'));
  const segments = await findSegments(tx, idsOf('segment_id'));
  return citations.map((citation) => {
    const { file_id, response_id, segment_id } = citation;
    const isDeleted =
      (file_id !== null && !files.has(file_id)) ||
      (response_id !== null && !responses.has(response_id)) ||
      (segment_id !== null && !segments.has(segment_id));
    return isDeleted ? { ...citation, source_deleted: true } : citation;
  });
}
