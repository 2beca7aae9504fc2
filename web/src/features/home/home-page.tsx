import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { projectsQuery } from '../../data/projects.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RunningJobs } from '../activity/index.ts';
import { Continue } from './continue.tsx';
import { useOpenSample } from './use-open-sample.ts';

// After the page: most workspaces have no calls.
const UpcomingCalls = lazy(() =>
  import('../calls/index.ts').then(({ UpcomingCalls }) => ({ default: UpcomingCalls })),
);

// In a request of its own, so that the first load of the page stays small.
const NeedsYou = lazy(async () => ({ default: (await import('../inbox/index.ts')).NeedsYou }));

// It contains the queue of uploads.
const DropZone = lazy(async () => ({ default: (await import('./drop-zone.tsx')).DropZone }));
// What a person with projects of their own rarely sees.
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));
const SampleCard = lazy(async () => ({ default: (await import('./sample-card.tsx')).SampleCard }));

/** Where the work goes on: what was opened last, what is running, what is new. */
export function HomePage() {
  usePageTitle('Home');
  useOpenSample();
  const me = useMe();
  const list = useInfiniteQuery(projectsQuery({ q: '', status: 'active' }));
  const projects = list.data?.pages.flatMap((page) => page.data);
  return (
    <Page>
      <PageHead title="Home" />
      {list.isPending && <Skeleton rows={5} label="Loading home" />}
      {list.isError && !projects && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {projects?.length === 0 && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      {projects && projects.length > 0 && (
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-8">
            <div className="min-h-24">
              <Suspense fallback={<Skeleton rows={3} label="Loading the inbox" />}>
                <NeedsYou />
              </Suspense>
            </div>
            <Continue projects={projects} />
          </div>
          <div className="min-w-0">
            <Suspense>
              <UpcomingCalls />
            </Suspense>
            <RunningJobs title="Running now" />
            <Suspense>
              {canWrite(me) && <DropZone projects={projects} />}
              <SampleCard projects={projects} />
            </Suspense>
          </div>
        </div>
      )}
    </Page>
  );
}
