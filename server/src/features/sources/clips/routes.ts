import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { signedRecordingUrls } from '../made-recordings/index.ts';
import { Clip, ClipChange, ClipsQuery, NewClip, toClip } from './schema.ts';
import {
  type ClipDeps,
  changeClip,
  createClip,
  getClip,
  listedClip,
  removeClip,
  shareClip,
  unshareClip,
} from './service.ts';
import { listClips } from './store.ts';

export function clipRoutes(deps: ClipDeps): Route[] {
  const one = {
    path: '/clips/{clipId}',
    tag: 'Clips',
    ids: { clipId: 'clip' },
    data: Clip,
    status: 200,
  } as const;
  const ofProject = {
    path: '/projects/{projectId}/clips',
    tag: 'Clips',
    ids: { projectId: 'project' },
  } as const;
  return [
    route({
      ...ofProject,
      method: 'GET',
      operationId: 'listClips',
      summary: 'List the clips of a project',
      status: 200,
      query: ClipsQuery,
      data: Clip,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listClips(db, params.projectId, query),
        ]);
        const data = page.rows.map((row) => listedClip(deps, row));
        return { data: await Promise.all(data), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...ofProject,
      method: 'POST',
      operationId: 'createClip',
      summary: 'Cut a clip',
      description:
        'From a ready video or audio file, with frame accuracy. Its status is `processing` until it is cut.',
      status: 201,
      body: NewClip,
      data: Clip,
      example: {
        body: {
          file_id: 'fil_01k9p3v7e8r5ys1q2w4x6z8abc',
          name: '“A way back”',
          start_seconds: 61.2,
          end_seconds: 74.8,
        },
      },
      handler: async (call) => ({
        data: toClip(await createClip(deps, call, call.params.projectId, call.body), deps.links),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      operationId: 'getClip',
      signsUrls: true,
      summary: 'Get a clip',
      description: 'With signed URLs of its content, valid for an hour.',
      handler: async ({ db, principal, params, now }) => {
        const clip = await getClip(db, principal, params.clipId);
        return { data: toClip(clip, deps.links, await signedRecordingUrls(deps, clip, now)) };
      },
    }),
    route({
      ...one,
      method: 'PATCH',
      operationId: 'updateClip',
      summary: 'Change a clip',
      description: 'New times cause a new cut. The old cut is served until the new one is ready.',
      body: ClipChange,
      example: { body: { name: '“A way back”, shorter', end_seconds: 70 } },
      handler: async (call) => ({
        data: toClip(await changeClip(deps, call, call.params.clipId, call.body), deps.links),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      operationId: 'deleteClip',
      summary: 'Delete a clip',
      description: 'Also deletes its bytes. Its shared link stops working.',
      data: Deleted('clip'),
      handler: async (call) => {
        await removeClip(deps, call, call.params.clipId);
        return { data: { id: call.params.clipId, deleted: true } };
      },
    }),
    route({
      ...one,
      path: '/clips/{clipId}/share',
      method: 'POST',
      operationId: 'shareClip',
      summary: 'Share a clip',
      description:
        'Creates a public link (`share_url`): anyone who has it can watch the clip until you revoke it.',
      handler: async (call) => ({
        data: toClip(await shareClip(deps, call, call.params.clipId), deps.links),
      }),
    }),
    route({
      ...one,
      path: '/clips/{clipId}/share',
      method: 'DELETE',
      operationId: 'unshareClip',
      summary: 'Revoke the link of a clip',
      description: 'The link stops working at once. Sharing again creates a new link.',
      handler: async (call) => ({
        data: toClip(await unshareClip(call, call.params.clipId), deps.links),
      }),
    }),
  ];
}
