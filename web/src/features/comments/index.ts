import { lazy } from 'react';

export type { CommentPlace, CommentsProps } from './comments.tsx';
export { ReportComments } from './report-comments.tsx';
export { texts as commentTexts } from './texts.ts';

/** Loads with the first panel that shows comments. */
export const Comments = lazy(() => import('./comments.tsx').then(({ Comments }) => ({ default: Comments })));
