import Type from 'typebox';
import { requireWriteRole } from '../../foundation/principal.ts';
import { type Route, route } from '../../http/route.ts';
import { Id, Nullable, OneOf, Resource } from '../../http/schema.ts';
import type { Db } from '../../platform/database/index.ts';
import type { TaskQueue } from '../../platform/tasks/index.ts';
import { sampleRecordCount } from './add-sample-projects.ts';
import { claimSample, findSample } from './store.ts';
import { sampleTaskKind } from './tasks.ts';

const SampleProject = Resource(
  'SampleProject',
  {
    status: OneOf(['absent', 'adding', 'ready', 'failed'], {
      description: '`absent` before it is added and after it was deleted.',
    }),
    project_id: Nullable(Id('project', 'Null until the project exists.')),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; 100 once it is ready.' }),
  },
  { description: 'A project with recordings, transcripts, tags and a report, to look around in.' },
);

/** Only for the browser: a program creates projects of its own. */
export function sampleRoutes({ tasks }: { tasks: TaskQueue }): Route[] {
  const common = {
    path: '/sample_project',
    tag: 'Projects',
    data: SampleProject,
    appOnly: true,
  } as const;
  return [
    route({
      ...common,
      method: 'GET',
      operationId: 'getSampleProject',
      summary: 'Get the state of the sample project',
      status: 200,
      handler: async ({ db, principal }) => ({ data: await readSample(db, principal.workspace_id) }),
    }),
    route({
      ...common,
      method: 'POST',
      operationId: 'addSampleProject',
      summary: 'Add the sample project, unless it is there',
      status: 202,
      handler: async ({ db, principal, now }) => {
        requireWriteRole(principal);
        await db.transaction(async (tx) => {
          if (!(await claimSample(tx, principal, now))) return;
          await tasks.add(tx, {
            kind: sampleTaskKind,
            workspace_id: principal.workspace_id,
            subject: principal.workspace_id,
            input: { user_id: principal.user_id },
          });
        });
        return { data: await readSample(db, principal.workspace_id) };
      },
    }),
  ];
}

async function readSample(db: Db, workspaceId: string) {
  const row = await findSample(db, workspaceId);
  if (!row || (row.status === 'ready' && (row.project_id === null || row.deleted)))
    return { status: 'absent', project_id: null, progress: 0 };
  const { status, project_id, record_count } = row;
  // Records that the user adds in the meantime count as well.
  const progress = Math.min(99, Math.floor((100 * record_count) / sampleRecordCount));
  return { status, project_id, progress: status === 'ready' ? 100 : progress };
}
