import { getLane } from '../features/coding/board/index.ts';
import { getTag } from '../features/coding/tags/index.ts';
import { findNonMembers, getProjectForRead, getProjectOrDeleted } from '../features/projects/index.ts';
import { getFileForRead } from '../features/sources/files/index.ts';
import { notFound } from '../foundation/errors.ts';
import type { Finders } from '../http/gates/references.ts';

/** For filters of lists: how the record that an id names is looked up. */
export const referenceFinders: Finders = {
  project: ({ db, principal }, id) => getProjectForRead(db, principal, id),
  project_or_deleted: ({ db, principal }, id) => getProjectOrDeleted(db, principal, id),
  file: ({ db, principal }, id) => getFileForRead(db, principal, id),
  tag: (reader, id) => getTag(reader, id),
  lane: (reader, id) => getLane(reader, id),
  user: async ({ db, principal }, id) => {
    const strangers = await findNonMembers(db, principal.workspace_id, [id]);
    if (strangers.length > 0) throw notFound('User');
  },
};
