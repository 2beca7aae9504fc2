import { hashKey, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';
import type { Person } from './people.ts';
import type { Project } from './projects.ts';

export type Comment = Schemas['Comment'];

/** The record that comments are about. */
export interface CommentTarget {
  type: Comment['target_type'];
  id: string;
}

/** Words of a report, and the text around them. */
export type Excerpt = NonNullable<NonNullable<Comment['anchor']>['excerpt']>;

/** A place in the record: exactly one of the four. */
export type CommentAnchor =
  | { citation_id: string }
  | { segment_id: string }
  | { start_seconds: number }
  | { excerpt: Excerpt };

/** The first comment of a discussion, and the replies to it. */
export interface Thread {
  comment: Comment;
  replies: Comment[];
}

export const isResolved = ({ comment }: Thread): boolean => comment.resolved_at !== null;

/** All comments about one record, the oldest first. `material` is a file with its highlights and clips. */
export const commentsQuery = (
  projectId: string,
  { type, id }: CommentTarget | { type: 'material'; id: string },
) =>
  queryOptions({
    queryKey: keys.comments(projectId, type, id),
    queryFn: () =>
      readComments(projectId, type === 'material' ? { file_id: id } : { target_type: type, target_id: id }),
  });

export const fileCommentsQuery = (projectId: string, fileId: string) =>
  commentsQuery(projectId, { type: 'material', id: fileId });

async function readComments(
  projectId: string,
  filter: { target_type?: string; target_id?: string; file_id?: string },
): Promise<Comment[]> {
  const comments: Comment[] = [];
  let cursor: string | undefined;
  do {
    const page = await unwrap(
      api.GET('/v1/projects/{projectId}/comments', {
        params: { path: { projectId }, query: { ...filter, sort: 'created_at', limit: 100, cursor } },
      }),
    );
    comments.push(...page.data);
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor);
  return comments;
}

export const readComment = async (commentId: string): Promise<Comment> =>
  (await unwrap(api.GET('/v1/comments/{commentId}', { params: { path: { commentId } } }))).data;

export function toThreads(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const comment of comments)
    if (comment.parent_id === null) threads.set(comment.id, { comment, replies: [] });
  for (const comment of comments)
    if (comment.parent_id !== null) threads.get(comment.parent_id)?.replies.push(comment);
  return [...threads.values()];
}

/** Members who may read the project: only they can be mentioned. */
export const readersOf = (project: Project, people: readonly Person[]): Person[] =>
  people.filter(
    ({ id }) =>
      project.visibility === 'workspace' || project.owner_id === id || project.member_ids.includes(id),
  );

export type NewComment = Pick<Comment, 'body' | 'mentions'> & {
  /** The record that it is about, if the list has comments about several records. */
  about?: CommentTarget | undefined;
  anchor?: CommentAnchor | undefined;
  parentId?: string | undefined;
};

/** The writes of a list of comments, which are about `target` by default. Each one shows its result before it resolves. */
export function useCommentWrites(projectId: string, target: CommentTarget, list: QueryKey) {
  const queryClient = useQueryClient();
  const { type, id } = target;
  const listHash = hashKey(list);
  return useMemo(() => {
    const queryKey = JSON.parse(listHash) as QueryKey;
    const update = async (change: (comments: Comment[]) => Comment[]) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Comment[]>(queryKey, (comments = []) => change(comments));
      // Not waited for: the result is shown already, and this reads what others wrote meanwhile.
      void queryClient.invalidateQueries({ queryKey: keys.comments(projectId) });
    };
    const write = async (request: Promise<{ data: Comment }>): Promise<Comment> => {
      const { data: written } = await request;
      await update((comments) =>
        comments.some((comment) => comment.id === written.id)
          ? comments.map((comment) => (comment.id === written.id ? written : comment))
          : [...comments, written],
      );
      return written;
    };
    const to = (commentId: string) => ({ params: { path: { commentId } } });
    return {
      create({ body, mentions, about = { type, id }, anchor, parentId }: NewComment) {
        const comment = {
          target_type: about.type,
          target_id: about.id,
          body,
          mentions,
          ...(anchor && { anchor }),
          ...(parentId !== undefined && { parent_id: parentId }),
        };
        const path = { params: { path: { projectId } }, body: comment };
        return write(unwrap(api.POST('/v1/projects/{projectId}/comments', path)));
      },
      change: (commentId: string, body: Pick<Comment, 'body' | 'mentions'>) =>
        write(unwrap(api.PATCH('/v1/comments/{commentId}', { ...to(commentId), body }))),
      setResolved: (commentId: string, resolved: boolean) =>
        write(
          unwrap(
            resolved
              ? api.POST('/v1/comments/{commentId}/resolve', to(commentId))
              : api.POST('/v1/comments/{commentId}/reopen', to(commentId)),
          ),
        ),
      async remove(commentId: string): Promise<void> {
        await unwrap(api.DELETE('/v1/comments/{commentId}', to(commentId)));
        await update((comments) =>
          comments.filter((comment) => comment.id !== commentId && comment.parent_id !== commentId),
        );
      },
    };
  }, [queryClient, projectId, type, id, listHash]);
}

export type CommentWrites = ReturnType<typeof useCommentWrites>;
