import { createRoute, redirect } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

/** The address of a comment, which leads to the record that it is about. */
export const commentLinkRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/comments/$commentId',
  loader: async ({ params: { projectId, commentId } }) => {
    const { findPlaceOfComment } = await import('../features/comments/place-of-comment.ts');
    throw redirect({ ...(await findPlaceOfComment(projectId, commentId)), replace: true });
  },
});
