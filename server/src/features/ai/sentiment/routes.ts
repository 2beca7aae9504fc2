import { type Route, route } from '../../../http/route.ts';
import { JobOf, type JobQueue, toJob } from '../../jobs/index.ts';
import { FileSentiment, NewFileSentiment, NewSentiment, ProjectSentiment } from './schema.ts';
import {
  getFileSentiment,
  getProjectSentiment,
  requestFileSentiment,
  requestProjectSentiment,
} from './service.ts';

const result =
  'Its result is `{ overall: { label, score }, files: [{ file_id, label, score, counts }], skipped }`, with scores from -1 to 1. `skipped` has `{ file_id, reason }` for each file that was not, or not completely, analyzed: `no_transcript`, `unsupported_language`, `no_participant_speech`, `too_long`, or `partly_another_language` if segments in another language than English were left out of an analyzed file. 422 if there is nothing to read.';

export function sentimentRoutes(jobs: JobQueue): Route[] {
  const ofProject = {
    path: '/projects/{projectId}/sentiment',
    tag: 'Sentiment',
    ids: { projectId: 'project' },
  } as const;
  const ofFile = { path: '/files/{fileId}/sentiment', tag: 'Sentiment', ids: { fileId: 'file' } } as const;
  return [
    route({
      ...ofProject,
      method: 'POST',
      operationId: 'analyzeProjectSentiment',
      summary: 'Analyze the sentiment of a project',
      description: `Starts a job of type \`sentiment\` about the transcripts of the project. ${result}`,
      status: 202,
      body: NewSentiment,
      bodyOptional: true,
      data: JobOf('sentiment'),
      example: { body: {} },
      handler: async (call) => ({
        data: toJob(await requestProjectSentiment(jobs, call, call.params.projectId, call.body ?? {})),
      }),
    }),
    route({
      ...ofProject,
      method: 'GET',
      operationId: 'getProjectSentiment',
      summary: 'Get the sentiment of a project',
      description:
        'The mood of the analyzed files together and of each, with the strongest moments. `overall` is null and the lists are empty before the first analysis.',
      status: 200,
      data: ProjectSentiment,
      handler: async (call) => ({ data: await getProjectSentiment(call, call.params.projectId) }),
    }),
    route({
      ...ofFile,
      method: 'POST',
      operationId: 'analyzeFileSentiment',
      summary: 'Analyze the sentiment of a file',
      description: `Starts a job of type \`sentiment\` about the transcript of the file. ${result}`,
      status: 202,
      body: NewFileSentiment,
      bodyOptional: true,
      data: JobOf('sentiment'),
      example: { body: {} },
      handler: async (call) => ({ data: toJob(await requestFileSentiment(jobs, call, call.params.fileId)) }),
    }),
    route({
      ...ofFile,
      method: 'GET',
      operationId: 'getFileSentiment',
      summary: 'Get the sentiment of a file',
      description:
        'The mood of what participants say, for each of them too, with the strongest moments and the mood of every segment. 404 before the first analysis.',
      status: 200,
      data: FileSentiment,
      handler: async (call) => ({ data: await getFileSentiment(call, call.params.fileId) }),
    }),
  ];
}
