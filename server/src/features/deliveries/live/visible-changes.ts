import { mayRead } from '../../projects/index.ts';
import type { ChangeRow } from './store.ts';

/** Who reads a stream. */
export interface Viewer {
  user_id: string;
  workspace_id: string;
}

/** A change as a browser gets it. */
export interface Change {
  type: string;
  /** Null if many records changed at once. */
  id: string | null;
  action: 'created' | 'updated' | 'deleted';
  project_id: string | null;
  file_id: string | null;
  actor: { id: string; name: string } | null;
  at: string;
}

/** The changes that this viewer may know of. A project that is no longer shared with the viewer is deleted for them. */
export function visibleChanges(rows: ChangeRow[], viewer: Viewer): Change[] {
  return rows.flatMap((row) => {
    if (row.workspace_id !== viewer.workspace_id || row.type === 'sign_in') return [];
    // The ids are those of its owners; without ids, it may be anyone's.
    if (row.type === 'inbox' && row.record_ids.length > 0)
      return row.record_ids.includes(viewer.user_id)
        ? toChanges({ ...row, record_ids: [viewer.user_id] }, row.action)
        : [];
    if (row.project_id === null) return toChanges(row, row.action);
    if (row.access && mayRead(row.access, viewer.user_id)) {
      const isNew = row.access_before !== null && !mayRead(row.access_before, viewer.user_id);
      return toChanges(row, isNew ? 'created' : row.action);
    }
    return row.access_before && mayRead(row.access_before, viewer.user_id) ? toChanges(row, 'deleted') : [];
  });
}

/** Whether this change ends the viewer's streams, so that the browser must authenticate again. */
export const endsStreamsOf = (row: ChangeRow, viewer: Viewer): boolean =>
  row.workspace_id === viewer.workspace_id &&
  (row.type === 'sign_in' || (row.type === 'member' && row.action !== 'created')) &&
  row.record_ids.includes(viewer.user_id);

function toChanges(row: ChangeRow, action: Change['action']): Change[] {
  const { type, project_id, file_id, actor, at } = row;
  const ids = row.record_ids.length > 0 ? row.record_ids : [null];
  return ids.map((id) => ({ type, id, action, project_id, file_id, actor, at }));
}
