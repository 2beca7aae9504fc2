import { derived } from '../../platform/database/derived/declaration.ts';

export const projects = derived('projects', { sql: ['note-project-change.sql'] });

export const projectActivity = derived('project_activity', {
  deletedWith: [{ table: 'projects', where: { project_id: 'id' } }],
});
