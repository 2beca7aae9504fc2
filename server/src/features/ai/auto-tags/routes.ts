import { type Route, route } from '../../../http/route.ts';
import { JobOf, type JobQueue, toJob } from '../../jobs/index.ts';
import { AutoTagFile, AutoTagProject } from './schema.ts';
import { requestForFile, requestForProject } from './service.ts';

const result =
  'A job of type `auto_tag`; its result is `{ file_ids, created_tag_ids, tagging_count, suggested_count, skipped }`. Emits `tag.created` for each new tag.';

export function autoTagRoutes(jobs: JobQueue): Route[] {
  const start = {
    method: 'POST',
    tag: 'Tags',
    status: 202,
    bodyOptional: true,
    data: JobOf('auto_tag'),
  } as const;
  return [
    route({
      ...start,
      path: '/projects/{projectId}/auto-tag',
      operationId: 'autoTagProject',
      summary: 'Tag the transcripts of a project automatically',
      description: `${result} 422 if there is nothing to read, or no tag to apply.`,
      ids: { projectId: 'project' },
      body: AutoTagProject,
      example: { body: { mode: 'suggest', max_new_tags: 10 } },
      handler: async (call) => ({
        data: toJob(await requestForProject(jobs, call, call.params.projectId, call.body ?? {})),
      }),
    }),
    route({
      ...start,
      path: '/files/{fileId}/auto-tag',
      operationId: 'autoTagFile',
      summary: 'Tag the transcript of a file automatically',
      description: `${result} 422 if the file has no transcript, or there is no tag to apply.`,
      ids: { fileId: 'file' },
      body: AutoTagFile,
      example: { body: { mode: 'suggest', max_new_tags: 10 } },
      handler: async (call) => ({
        data: toJob(await requestForFile(jobs, call, call.params.fileId, call.body ?? {})),
      }),
    }),
  ];
}
