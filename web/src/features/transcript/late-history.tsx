import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { HistoryProps } from './history.tsx';
import { texts } from './history-texts.ts';

const History = lazy(() => import('./history.tsx').then((module) => ({ default: module.TranscriptHistory })));

/** The changes of a transcript. They load when they are shown, with the program that compares texts. */
export const TranscriptHistory = (props: HistoryProps) => (
  <Suspense fallback={<Skeleton label={texts.loading} />}>
    <History {...props} />
  </Suspense>
);
