import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Media } from '../../platform/media/open-media.ts';
import type { Task, TaskHandler } from '../../platform/tasks/index.ts';
import { beginSignIn, endSignIn, signInHeaders } from '../identity/sign-in/index.ts';
import { addSampleProject } from './add-sample-projects.ts';
import { createSampleClient } from './client.ts';
import { findSample, setSampleProject, setSampleStatus } from './store.ts';

export const sampleTaskKind = 'sample_project';

export interface SampleDeps {
  db: Database;
  clock: Clock;
  media: Pick<Media, 'tools'>;
  publicUrl: string;
}

/** `app` is a function because the tasks are declared before the server exists. */
export function addSampleTask(deps: SampleDeps, app: () => FastifyInstance): TaskHandler {
  const { db, clock, media, publicUrl } = deps;

  async function add({ workspace_id, input }: Task, signal: AbortSignal): Promise<void> {
    const { ffmpeg } = await media.tools();
    const token = await beginSignIn(db, String(input.user_id), clock.now());
    try {
      const client = createSampleClient(app(), signInHeaders(publicUrl, token), signal);
      await addSampleProject(client, ffmpeg, (project) => setSampleProject(db, workspace_id, project.id));
    } finally {
      await endSignIn(db, token);
    }
  }

  return {
    concurrency: 2,
    async run(task, { signal, finish }) {
      const { workspace_id } = task;
      try {
        await add(task, signal);
      } catch (error) {
        // The user removed the project while it was being filled. Another attempt would create it again.
        if (signal.aborted || !(await findSample(db, workspace_id))?.deleted) throw error;
      }
      await finish((tx) => setSampleStatus(tx, workspace_id, 'ready'));
    },
    onExhausted: (tx, { workspace_id }) => setSampleStatus(tx, workspace_id, 'failed'),
  };
}
