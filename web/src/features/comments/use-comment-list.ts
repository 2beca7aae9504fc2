import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import {
  type Comment,
  type CommentTarget,
  commentsQuery,
  readersOf,
  toThreads,
  useCommentWrites,
} from '../../data/comments.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { type Person, peopleQuery } from '../../data/people.ts';
import { useProject } from '../../data/projects.ts';
import type { CommentsContextValue } from './context.ts';
import { useCommentActions } from './use-comment-actions.ts';

interface Options {
  projectId: string;
  target: CommentTarget;
  /** With the comments about the highlights and clips of the file that is the target. */
  ofFile?: boolean;
  describePlace(comment: Comment): ReactNode;
}

const noPeople: Person[] = [];

/** The threads about one record, and what the parts of their list use. */
export function useCommentList({ projectId, target, ofFile = false, describePlace }: Options) {
  const me = useMe();
  const project = useProject(projectId);
  const { data: people = noPeople } = useQuery(peopleQuery);
  const query = commentsQuery(projectId, ofFile ? { type: 'material', id: target.id } : target);
  const list = useQuery(query);
  const writes = useCommentWrites(projectId, target, query.queryKey);
  const context: CommentsContextValue = {
    myId: me.id,
    canComment: canWrite(me),
    ownsProject: project.owner_id === me.id,
    people: useMemo(() => new Map(people.map((person) => [person.id, person])), [people]),
    readers: useMemo(() => readersOf(project, people), [project, people]),
    actions: useCommentActions(writes),
    describePlace,
  };
  return { list, context, threads: useMemo(() => toThreads(list.data ?? []), [list.data]) };
}
