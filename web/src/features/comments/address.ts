import type { Comment } from '../../data/comments.ts';

/** The address that leads to a comment, wherever its record is shown. */
export const addressOfComment = ({ id, project_id }: Pick<Comment, 'id' | 'project_id'>): string =>
  `/projects/${project_id}/comments/${id}`;
