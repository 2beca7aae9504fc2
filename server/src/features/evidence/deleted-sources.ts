import type { Db } from '../../platform/database/index.ts';
import { findInProject } from '../projects/index.ts';
import { fileRecords } from '../sources/files/index.ts';
import type { Citation } from './quotes/citation.ts';
import { findSegments } from './source-material.ts';

/**
 * Marks citations whose source was deleted while a text was written or verified. Files stay locked until the caller
 * commits, and are locked before the report and its project: a deletion locks in the same order. Segments
 * are not locked, because there are many and an edit locks them in another order.
 */
export async function markDeletedSources(
  tx: Db,
  projectId: string,
  citations: Citation[],
): Promise<Citation[]> {
  const idsOf = (key: 'file_id' | 'segment_id') =>
    citations.map((citation) => citation[key]).filter((id) => id !== null);
  const existing = await findInProject(tx, fileRecords, projectId, idsOf('file_id'));
  const files = new Set(existing.map(({ id }) => id));
  const segments = await findSegments(tx, idsOf('segment_id'));
  return citations.map((citation) => {
    const { file_id, segment_id } = citation;
    const isDeleted =
      (file_id !== null && !files.has(file_id)) || (segment_id !== null && !segments.has(segment_id));
    return isDeleted ? { ...citation, source_deleted: true } : citation;
  });
}
