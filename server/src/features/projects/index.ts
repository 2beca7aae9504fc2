import type { Clock } from '../../foundation/clock.ts';
import { notFound } from '../../foundation/errors.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Feature } from '../feature.ts';
import { getProjectForRead, getProjectOrDeleted } from './access.ts';
import { projectTexts } from './redact.ts';
import { projectRoutes } from './routes.ts';
import { DeletedProject, Project } from './schema.ts';
import type { ProjectDeps } from './service.ts';
import {
  findNonMembers,
  handOverProjects,
  purgeDeletedProjects,
  restorableSince,
  workspaceCounts,
} from './store.ts';

export {
  type Access,
  accessColumns,
  accessOf,
  getProjectForAddition,
  getProjectForRead,
  getProjectForWrite,
  lockProject,
  mayRead,
  type Need,
  requireAccess,
  sendProjectLock,
  sharedWith,
  visibleTo,
} from './access.ts';
export { createCachedRead } from './cached-reads.ts';
export {
  describeAbsence,
  findFileIds,
  findInProject,
  findReferenceFaults,
  type ProjectRecord,
  type ProjectRecords,
  type Reference,
  requireReferences,
} from './project-records.ts';
export { findNonMembers } from './store.ts';

export function createProjects(deps: ProjectDeps & { db: Db; clock: Clock }): Feature {
  const { db, clock } = deps;
  return {
    routes: projectRoutes(deps),
    texts: [projectTexts],
    handOver: handOverProjects,
    workspaceCounts,
    references: {
      project: ({ db, principal }, id) => getProjectForRead(db, principal, id),
      project_or_deleted: ({ db, principal }, id) => getProjectOrDeleted(db, principal, id),
      user: async ({ db, principal }, id) => {
        const nonMembers = await findNonMembers(db, principal.workspace_id, [id]);
        if (nonMembers.length > 0) throw notFound('User');
      },
    },
    eventPayloads: {
      'project.created': Project,
      'project.updated': Project,
      'project.deleted': DeletedProject,
    },
    periodic: [
      {
        name: 'deleted projects',
        everyMs: 3_600_000,
        run: async () => {
          await purgeDeletedProjects(db, restorableSince(clock.now()));
        },
      },
    ],
  };
}
