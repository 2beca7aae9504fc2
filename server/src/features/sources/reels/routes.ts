import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { signedRecordingUrls } from '../made-recordings/index.ts';
import { NewReel, Reel, ReelChange, ReelsQuery, toReel } from './schema.ts';
import {
  changeReel,
  createReel,
  getReel,
  listedReel,
  type ReelDeps,
  removeReel,
  shareReel,
  unshareReel,
} from './service.ts';
import { listReels, type ReelRow } from './store.ts';

export function reelRoutes(deps: ReelDeps): Route[] {
  const one = {
    path: '/reels/{reelId}',
    tag: 'Reels',
    ids: { reelId: 'reel' },
    data: Reel,
    status: 200,
  } as const;
  const ofProject = {
    path: '/projects/{projectId}/reels',
    tag: 'Reels',
    ids: { projectId: 'project' },
  } as const;
  const shown = (row: ReelRow) => listedReel(deps, row);
  return [
    route({
      ...ofProject,
      method: 'GET',
      operationId: 'listReels',
      summary: 'List the reels of a project',
      status: 200,
      query: ReelsQuery,
      data: Reel,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listReels(db, params.projectId, query),
        ]);
        return { data: await Promise.all(page.rows.map(shown)), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...ofProject,
      method: 'POST',
      operationId: 'createReel',
      summary: 'Join clips to a reel',
      description:
        'Shows 2 to 50 clips one after the other, together up to 2 hours. Its status is `processing` until they are joined. The reel keeps its parts when the clips change or are deleted, and is deleted with any of their recordings.',
      status: 201,
      body: NewReel,
      data: Reel,
      example: {
        body: {
          name: 'Why people leave',
          clip_ids: ['clip_01k9p3v7e8r5ys1q2w4x6z8abc', 'clip_01k9p3v7e8r5ys1q2w4x6z8abd'],
        },
      },
      handler: async (call) => ({
        data: toReel(await createReel(deps, call, call.params.projectId, call.body), deps.links),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      operationId: 'getReel',
      signsUrls: true,
      summary: 'Get a reel',
      description: 'With a signed URL of its content, valid for an hour.',
      handler: async ({ db, principal, params, now }) => {
        const reel = await getReel(db, principal, params.reelId);
        return { data: toReel(reel, deps.links, await signedRecordingUrls(deps, reel, now)) };
      },
    }),
    route({
      ...one,
      method: 'PATCH',
      operationId: 'updateReel',
      summary: 'Change a reel',
      description: 'Its name and description.',
      body: ReelChange,
      example: { body: { name: 'Why people leave, short' } },
      handler: async (call) => ({ data: await shown(await changeReel(call, call.params.reelId, call.body)) }),
    }),
    route({
      ...one,
      method: 'DELETE',
      operationId: 'deleteReel',
      summary: 'Delete a reel',
      description: 'Also deletes its bytes. Its shared link stops working. The clips stay.',
      data: Deleted('reel'),
      handler: async (call) => {
        await removeReel(deps, call, call.params.reelId);
        return { data: { id: call.params.reelId, deleted: true } };
      },
    }),
    route({
      ...one,
      path: '/reels/{reelId}/share',
      method: 'POST',
      operationId: 'shareReel',
      summary: 'Share a reel',
      description:
        'Creates a public link (`share_url`): anyone who has it can watch the reel until you revoke it.',
      handler: async (call) => ({ data: await shown(await shareReel(deps, call, call.params.reelId)) }),
    }),
    route({
      ...one,
      path: '/reels/{reelId}/share',
      method: 'DELETE',
      operationId: 'unshareReel',
      summary: 'Revoke the link of a reel',
      description: 'The link stops working at once. Sharing again creates a new link.',
      handler: async (call) => ({ data: await shown(await unshareReel(call, call.params.reelId)) }),
    }),
  ];
}
