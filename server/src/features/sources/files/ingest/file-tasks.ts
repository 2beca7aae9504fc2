import type { NewTask } from '../../../../platform/tasks/index.ts';
import type { FileRow } from '../store.ts';

export const ingestTaskKind = 'file.ingest';
export const fetchTaskKind = 'file.fetch';

/** Inspects the bytes of a file. */
export const ingestTask = ({ id, workspace_id }: FileRow): NewTask => ({
  kind: ingestTaskKind,
  workspace_id,
  subject: id,
});

/** Downloads the bytes of a file from its URL. */
export const fetchTask = ({ id, workspace_id }: FileRow): NewTask => ({
  kind: fetchTaskKind,
  workspace_id,
  subject: id,
});
