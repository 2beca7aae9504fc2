export {
  type Access,
  accessColumns,
  getProjectForRead,
  getProjectForWrite,
  getProjectOrDeleted,
  lockProject,
  type Need,
  requireAccess,
  visibleTo,
} from './access.ts';
export { projectRoutes } from './routes.ts';
export { DeletedProject, Project } from './schema.ts';
export type { Caller, ProjectDeps } from './service.ts';
export { findNonMembers, purgeDeletedProjects } from './store.ts';
