import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { Lane, LaneChange, LaneDeletion, LaneMove, LanesQuery, NewLane, toLane } from './lane-schema.ts';
import { changeLane, createLane, deleteLane, getLane, moveLane } from './lane-service.ts';
import { listLanes } from './lane-store.ts';

export function laneRoutes(): Route[] {
  const one = { tag: 'Board', ids: { laneId: 'lane' }, data: Lane, status: 200 } as const;
  const inProject = { tag: 'Board', ids: { projectId: 'project' }, data: Lane } as const;
  return [
    route({
      ...inProject,
      method: 'GET',
      path: '/projects/{projectId}/lanes',
      operationId: 'listLanes',
      summary: 'List the lanes of a project',
      description: 'In board order.',
      status: 200,
      query: LanesQuery,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listLanes(db, params.projectId, query),
        ]);
        return { data: page.rows.map(toLane), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...inProject,
      method: 'POST',
      path: '/projects/{projectId}/lanes',
      operationId: 'createLane',
      summary: 'Create a lane',
      description: 'Adds it at the end of the board.',
      status: 201,
      body: NewLane,
      example: { body: { name: 'Parked', color: '#7A8794' } },
      handler: async (call) => ({ data: toLane(await createLane(call, call.params.projectId, call.body)) }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/lanes/{laneId}',
      operationId: 'getLane',
      summary: 'Get a lane',
      handler: async (call) => ({ data: toLane(await getLane(call, call.params.laneId)) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/lanes/{laneId}',
      operationId: 'updateLane',
      summary: 'Change a lane',
      body: LaneChange,
      example: { body: { name: 'Later' } },
      handler: async (call) => ({ data: toLane(await changeLane(call, call.params.laneId, call.body)) }),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/lanes/{laneId}/move',
      operationId: 'moveLane',
      summary: 'Move a lane',
      body: LaneMove,
      example: { body: { before_lane_id: 'lane_01k9p3v7e8r5ys1q2w4x6z8abc' } },
      handler: async (call) => ({ data: toLane(await moveLane(call, call.params.laneId, call.body)) }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/lanes/{laneId}',
      operationId: 'deleteLane',
      summary: 'Delete a lane',
      description:
        'A lane with cards requires `move_cards_to` or `cards=delete`; otherwise the response is 422.',
      query: LaneDeletion,
      data: Deleted('lane'),
      handler: async (call) => {
        await deleteLane(call, call.params.laneId, call.query);
        return { data: { id: call.params.laneId, deleted: true } };
      },
    }),
  ];
}
