import { type Route, route } from '../../http/route.ts';
import { Deleted } from '../../http/schema.ts';
import { getProjectForRead } from '../projects/index.ts';
import { listTags, readTag } from './read-tags.ts';
import { NewTag, Tag, TagChange, TagMerge, TagsQuery, toTag } from './schema.ts';
import { changeTag, createTag, deleteTag, mergeTag, type TagDeps } from './service.ts';

export function tagRoutes(deps: TagDeps): Route[] {
  const one = { tag: 'Tags', ids: { tagId: 'tag' }, data: Tag, status: 200 } as const;
  const inProject = { tag: 'Tags', ids: { projectId: 'project' }, data: Tag } as const;
  return [
    route({
      ...inProject,
      method: 'GET',
      path: '/projects/{projectId}/tags',
      operationId: 'listTags',
      summary: 'List the tags of a project',
      status: 200,
      query: TagsQuery,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listTags(db, params.projectId, query),
        ]);
        return page;
      },
    }),
    route({
      ...inProject,
      method: 'POST',
      path: '/projects/{projectId}/tags',
      operationId: 'createTag',
      summary: 'Create a tag',
      description: 'Without a `color`, one is chosen by the name. Emits `tag.created`.',
      status: 201,
      body: NewTag,
      example: { body: { name: 'Pricing', color: '#E0A13C' } },
      handler: async (call) => ({
        data: toTag(await createTag(deps, call, call.params.projectId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/tags/{tagId}',
      operationId: 'getTag',
      summary: 'Get a tag',
      handler: async (call) => ({ data: await readTag(call, call.params.tagId) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/tags/{tagId}',
      operationId: 'updateTag',
      summary: 'Change a tag',
      body: TagChange,
      example: { body: { name: 'Price', parent_id: null } },
      handler: async (call) => ({ data: toTag(await changeTag(call, call.params.tagId, call.body)) }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/tags/{tagId}',
      operationId: 'deleteTag',
      summary: 'Delete a tag',
      description: 'Removes the tag from all records. Its child tags move up to its parent.',
      data: Deleted('tag'),
      handler: async (call) => {
        await deleteTag(call, call.params.tagId);
        return { data: { id: call.params.tagId, deleted: true } };
      },
    }),
    route({
      ...one,
      method: 'POST',
      path: '/tags/{tagId}/merge',
      operationId: 'mergeTag',
      summary: 'Merge a tag into another',
      description:
        'Moves the taggings and child tags of this tag to the other one and deletes this tag. Equal taggings are merged. Returns the other tag.',
      body: TagMerge,
      example: { body: { into_tag_id: 'tag_01k9p3v7e8r5ys1q2w4x6z8abc' } },
      handler: async (call) => ({
        data: toTag(await mergeTag(call, call.params.tagId, call.body.into_tag_id)),
      }),
    }),
  ];
}
