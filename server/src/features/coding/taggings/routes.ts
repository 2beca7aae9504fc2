import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { splitFilter } from '../../../platform/database/keyset-page.ts';
import type { Registered } from '../../feature.ts';
import { getProjectForRead } from '../../projects/index.ts';
import {
  ChangedTaggings,
  NewTagging,
  NewTaggings,
  Tagging,
  TaggingChange,
  TaggingResult,
  TaggingsChange,
  TaggingsQuery,
  toTagging,
  toTaggingResult,
} from './schema.ts';
import {
  changeTagging,
  changeTaggings,
  createTagging,
  createTaggings,
  deleteTagging,
  getTagging,
  requireTargets,
} from './service.ts';
import { listTaggings } from './store.ts';

export function taggingRoutes(recordsOf: Registered['recordsOf']): Route[] {
  const one = { tag: 'Tags', ids: { taggingId: 'tagging' }, data: Tagging, status: 200 } as const;
  return [
    route({
      method: 'GET',
      path: '/projects/{projectId}/taggings',
      operationId: 'listTaggings',
      tag: 'Tags',
      summary: 'List the taggings of a project',
      description:
        'Includes the `tag_ids` of files, notes, cards and other records, as taggings without times or quote.',
      status: 200,
      ids: { projectId: 'project' },
      query: TaggingsQuery,
      data: Tagging,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listTaggings(db, params.projectId, query),
        ]);
        if (page.rows.length === 0 && query.target_id !== undefined)
          await requireTargets(recordsOf, db, params.projectId, splitFilter(query.target_id));
        return { data: page.rows.map(toTagging), next_cursor: page.next_cursor };
      },
    }),
    route({
      method: 'POST',
      path: '/projects/{projectId}/taggings',
      operationId: 'createTaggings',
      tag: 'Tags',
      summary: 'Tag up to 500 records or passages',
      description:
        'Returns one result per tagging, in the order of the request: the tagging, or the error. A refused tagging does not affect the others.',
      status: 200,
      ids: { projectId: 'project' },
      body: NewTaggings,
      data: Type.Array(TaggingResult, {
        description: 'One result per tagging of the request, in the same order.',
      }),
      example: {
        body: {
          taggings: [
            {
              tag_id: 'tag_01k9p3v7e8r5ys1q2w4x6z8abc',
              target_type: 'segment',
              target_id: 'seg_01k9p3v7e8r5ys1q2w4x6z8abc',
              start_character: 3,
              end_character: 21,
            },
          ],
        },
      },
      handler: async (call) => {
        const results = await createTaggings(recordsOf, call, call.params.projectId, call.body.taggings);
        return { data: results.map(toTaggingResult) };
      },
    }),
    route({
      method: 'PATCH',
      path: '/projects/{projectId}/taggings',
      operationId: 'updateTaggings',
      tag: 'Tags',
      summary: 'Accept or reject up to 500 taggings',
      status: 200,
      ids: { projectId: 'project' },
      body: TaggingsChange,
      data: ChangedTaggings,
      example: { body: { tagging_ids: ['tgg_01k9p3v7e8r5ys1q2w4x6z8abc'], status: 'accepted' } },
      handler: async (call) => ({
        data: await changeTaggings(call, call.params.projectId, call.body),
      }),
    }),
    route({
      method: 'POST',
      path: '/tags/{tagId}/taggings',
      operationId: 'createTagging',
      tag: 'Tags',
      summary: 'Tag a record or a passage of it',
      description:
        'An equal tagging that was suggested or rejected becomes accepted. An equal accepted one returns 422.',
      status: 201,
      ids: { tagId: 'tag' },
      body: NewTagging,
      data: Tagging,
      example: {
        body: {
          target_type: 'file',
          target_id: 'fil_01k9p3v7e8r5ys1q2w4x6z8abc',
          start_seconds: 12.5,
          end_seconds: 31,
          quote: 'I would not pay for that.',
        },
      },
      handler: async (call) => ({
        data: toTagging(await createTagging(recordsOf, call, call.params.tagId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/taggings/{taggingId}',
      operationId: 'getTagging',
      summary: 'Get a tagging',
      handler: async (call) => ({ data: toTagging(await getTagging(call, call.params.taggingId)) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/taggings/{taggingId}',
      operationId: 'updateTagging',
      summary: 'Accept or reject a tagging',
      body: TaggingChange,
      example: { body: { status: 'accepted' } },
      handler: async (call) => ({
        data: toTagging(await changeTagging(call, call.params.taggingId, call.body.status)),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/taggings/{taggingId}',
      operationId: 'deleteTagging',
      summary: 'Delete a tagging',
      data: Deleted('tagging'),
      handler: async (call) => {
        await deleteTagging(call, call.params.taggingId);
        return { data: { id: call.params.taggingId, deleted: true } };
      },
    }),
  ];
}
