import { type Route, route } from '../../http/route.ts';
import { Deleted } from '../../http/schema.ts';
import { NewProject, Project, ProjectChange, ProjectsQuery, toProject } from './schema.ts';
import { changeProject, createProject, deleteProject, type ProjectDeps, restoreProject } from './service.ts';
import { createProjectList, createProjectRead } from './store.ts';

export function projectRoutes(deps: ProjectDeps): Route[] {
  const listProjects = createProjectList(deps.publicUrl);
  const readProject = createProjectRead(deps.publicUrl);
  const one = { tag: 'Projects', ids: { projectId: 'project' }, data: Project } as const;
  return [
    route({
      method: 'GET',
      path: '/projects',
      operationId: 'listProjects',
      tag: 'Projects',
      summary: 'List projects',
      description:
        'The projects that you own or that are shared with you. With `deleted=true`, your deleted projects that can still be restored.',
      status: 200,
      query: ProjectsQuery,
      data: Project,
      list: true,
      handler: ({ db, principal, query, now }) => listProjects(db, principal, query, now),
    }),
    route({
      method: 'POST',
      path: '/projects',
      operationId: 'createProject',
      tag: 'Projects',
      summary: 'Create a project',
      description: 'It gets the lanes Observations, Themes, Insights and Actions. Emits `project.created`.',
      status: 201,
      body: NewProject,
      data: Project,
      example: {
        body: { name: 'Checkout usability, autumn', description: 'Twelve interviews with new customers' },
      },
      handler: async (call) => ({
        data: toProject(await createProject(deps, call, call.body), deps.publicUrl),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/projects/{projectId}',
      operationId: 'getProject',
      summary: 'Get a project',
      status: 200,
      handler: async (call) => ({ data: await readProject(call, call.params.projectId) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/projects/{projectId}',
      operationId: 'updateProject',
      summary: 'Change a project',
      description: 'Emits `project.updated` if the name or the description changed.',
      status: 200,
      body: ProjectChange,
      example: { body: { name: 'Checkout usability, winter' } },
      handler: async (call) => ({
        data: toProject(await changeProject(deps, call, call.params.projectId, call.body), deps.publicUrl),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/projects/{projectId}',
      operationId: 'deleteProject',
      summary: 'Delete a project',
      description:
        'Deletes the project and everything in it. It can be restored for 30 days. Emits `project.deleted`.',
      status: 200,
      data: Deleted('project'),
      handler: async (call) => {
        await deleteProject(deps, call, call.params.projectId);
        return { data: { id: call.params.projectId, deleted: true } };
      },
    }),
    route({
      ...one,
      method: 'POST',
      path: '/projects/{projectId}/restore',
      operationId: 'restoreProject',
      summary: 'Restore a deleted project',
      status: 200,
      handler: async (call) => ({
        data: toProject(await restoreProject(call, call.params.projectId), deps.publicUrl),
      }),
    }),
  ];
}
