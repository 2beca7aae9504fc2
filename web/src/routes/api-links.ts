import { createRoute, redirect } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

/** The `url` of a note in the API. */
export const noteLinkRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/notes/$noteId',
  beforeLoad: ({ params: { projectId, noteId } }) => {
    throw redirect({ to: '/projects/$projectId/notes', params: { projectId }, search: { note: noteId } });
  },
});

/** The `url` of a clip in the API. */
export const clipLinkRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/clips/$clipId',
  beforeLoad: ({ params: { projectId, clipId } }) => {
    throw redirect({ to: '/projects/$projectId/clips', params: { projectId }, search: { clip: clipId } });
  },
});
