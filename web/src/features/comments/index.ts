import { lazy } from 'react';

export type { CommentPlace, CommentsProps } from './comments.tsx';
export type { Place } from './margin/layout.ts';
export { texts as commentTexts } from './texts.ts';

/** Loads with the first panel that shows comments. */
export const Comments = lazy(() => import('./comments.tsx').then(({ Comments }) => ({ default: Comments })));

/** Loads with the first text that has comments beside it. */
export const CommentMargin = lazy(() =>
  import('./margin/comment-margin.tsx').then(({ CommentMargin }) => ({ default: CommentMargin })),
);
