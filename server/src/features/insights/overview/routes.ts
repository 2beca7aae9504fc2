import { type Route, route } from '../../../http/route.ts';
import { readProjectStates } from './project-states.ts';
import { ProjectOverview, ProjectStates } from './schema.ts';
import { readOverview } from './service.ts';

/** Only for the browser: a program reads the resources themselves. */
export const overviewRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/projects/{projectId}/overview',
    operationId: 'getProjectOverview',
    tag: 'Projects',
    summary: 'Get what is known in a project so far',
    status: 200,
    ids: { projectId: 'project' },
    data: ProjectOverview,
    appOnly: true,
    handler: async (call) => ({ data: await readOverview(call, call.params.projectId) }),
  }),
  route({
    method: 'GET',
    path: '/project_states',
    operationId: 'listProjectStates',
    tag: 'Projects',
    summary: 'Get what goes on in the latest projects',
    status: 200,
    data: ProjectStates,
    appOnly: true,
    handler: async ({ db, principal }) => ({
      data: {
        projects: (await readProjectStates(db, principal)).map(
          ({ project_id, transcribing_count, study }) => ({
            project_id,
            transcribing_count,
            study: study && {
              name: study.name,
              completed_count: study.completed_count,
              target_participants: study.target_participants,
              deadline: study.deadline,
            },
          }),
        ),
      },
    }),
  }),
];
