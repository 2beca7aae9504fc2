import type { Db } from '../../../platform/database/index.ts';
import { findInProject } from '../../coding/tags/index.ts';
import { findSegments } from './material.ts';
import type { Citation } from './quotes/citation.ts';

/**
 * Marks citations whose source was deleted while the report was being written or verified. Files are locked from here
 * until the report is saved, and before the report and its project: a deletion takes its locks in the same order.
 * Segments are not locked: there are many, and an edit locks them in an order of its own.
 */
export async function markGone(tx: Db, projectId: string, citations: Citation[]): Promise<Citation[]> {
  const named = (key: 'file_id' | 'segment_id') =>
    citations.map((citation) => citation[key]).filter((id) => id !== null);
  const held = await findInProject(tx, 'file', projectId, named('file_id'));
  const files = new Set(held.map(({ id }) => id));
  const segments = await findSegments(tx, named('segment_id'));
  return citations.map((citation) => {
    const { file_id, segment_id } = citation;
    const gone =
      (file_id !== null && !files.has(file_id)) || (segment_id !== null && !segments.has(segment_id));
    return gone ? { ...citation, source_deleted: true } : citation;
  });
}
