import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import type { Registered } from '../../feature.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { Comment, CommentChange, CommentsQuery, NewComment, toComment } from './schema.ts';
import { changeComment, createComment, deleteComment, getComment, setResolved } from './service.ts';
import { listComments } from './store.ts';

export function commentRoutes(recordsOf: Registered['recordsOf']): Route[] {
  const one = { tag: 'Comments', ids: { commentId: 'comment' }, data: Comment, status: 200 } as const;
  const inProject = { tag: 'Comments', ids: { projectId: 'project' }, data: Comment } as const;
  return [
    route({
      ...inProject,
      method: 'GET',
      path: '/projects/{projectId}/comments',
      operationId: 'listComments',
      summary: 'List the comments of a project',
      status: 200,
      query: CommentsQuery,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listComments(db, params.projectId, query),
        ]);
        return { data: page.rows.map(toComment), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...inProject,
      method: 'POST',
      path: '/projects/{projectId}/comments',
      operationId: 'createComment',
      summary: 'Create a comment',
      description:
        'About a record of the project, or as a reply. Mentioned members must be able to read the project.',
      status: 201,
      body: NewComment,
      example: {
        body: {
          target_type: 'report',
          target_id: 'rep_01k9p3v7e8r5ys1q2w4x6z8abc',
          body: 'Is this still true after the redesign?',
        },
      },
      handler: async (call) => ({
        data: toComment(await createComment(recordsOf, call, call.params.projectId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/comments/{commentId}',
      operationId: 'getComment',
      summary: 'Get a comment',
      handler: async (call) => ({ data: toComment(await getComment(call, call.params.commentId)) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/comments/{commentId}',
      operationId: 'updateComment',
      summary: 'Change a comment',
      description: 'Only its author can change a comment.',
      body: CommentChange,
      example: { body: { body: 'Still true after the redesign.' } },
      handler: async (call) => ({
        data: toComment(await changeComment(call, call.params.commentId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/comments/{commentId}',
      operationId: 'deleteComment',
      summary: 'Delete a comment',
      description: 'With its replies. Its author and the owner of the project can delete it.',
      data: Deleted('comment'),
      handler: async (call) => {
        await deleteComment(call, call.params.commentId);
        return { data: { id: call.params.commentId, deleted: true } };
      },
    }),
    ...(['resolve', 'reopen'] as const).map((action) =>
      route({
        ...one,
        method: 'POST',
        path: `/comments/{commentId}/${action}`,
        operationId: `${action}Comment`,
        summary: action === 'resolve' ? 'Resolve a thread' : 'Reopen a thread',
        description: 'Of the first comment of a thread. Repeating it changes nothing.',
        handler: async (call) => ({
          data: toComment(await setResolved(call, call.params.commentId, action === 'resolve')),
        }),
      }),
    ),
  ];
}
