import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { type Project, projectsQuery } from '../../data/projects.ts';
import { isSample } from '../../data/sample.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './texts.ts';
import { useOpenSample } from './use-open-sample.ts';

// After the page: most workspaces have no calls.
const UpcomingCalls = lazy(() =>
  import('../calls/index.ts').then(({ UpcomingCalls }) => ({ default: UpcomingCalls })),
);

// Below the first sight on a phone, and often empty.
const RunningJobs = lazy(async () => ({ default: (await import('../activity/index.ts')).RunningJobs }));

const Continue = lazy(async () => ({ default: (await import('./continue.tsx')).Continue }));
const LatestProjects = lazy(async () => ({
  default: (await import('./latest-projects.tsx')).LatestProjects,
}));

// In a request of its own, so that the first load of the page stays small.
const NeedsYou = lazy(async () => ({ default: (await import('../inbox/index.ts')).NeedsYou }));

// It contains the queue of uploads.
const DropZone = lazy(async () => ({ default: (await import('./drop-zone.tsx')).DropZone }));
// What a person with projects of their own rarely sees.
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));
const SampleCard = lazy(async () => ({ default: (await import('./sample-card.tsx')).SampleCard }));

/** Where the work goes on: what needs the person, what was opened last, what is running, what is new. */
export function HomePage() {
  usePageTitle(texts.title);
  useOpenSample();
  const me = useMe();
  const list = useInfiniteQuery(projectsQuery({ q: '', status: 'active' }));
  const projects = list.data?.pages.flatMap((page) => page.data);
  return (
    <Page>
      <PageHead title={texts.title} />
      {list.isPending && <Skeleton rows={5} label={texts.loading} />}
      {list.isError && !projects && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {projects &&
        (projects.length === 0 || (canWrite(me) && projects.every(isSample)) ? (
          <FirstRun projects={projects} />
        ) : (
          <Work projects={projects} />
        ))}
    </Page>
  );
}

/** Until the person has a project besides the sample. */
const FirstRun = ({ projects }: { projects: Project[] }) => (
  <div className="mx-auto max-w-3xl space-y-8">
    <Suspense>
      <FirstSteps sample={projects[0]} />
      <Continue projects={projects} />
    </Suspense>
  </div>
);

function Work({ projects }: { projects: Project[] }) {
  const me = useMe();
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 space-y-8">
        <div className="min-h-24">
          <Suspense fallback={<Skeleton rows={3} label={texts.loadingInbox} />}>
            <NeedsYou />
          </Suspense>
        </div>
        <Suspense>
          <Continue projects={projects} />
        </Suspense>
        <Suspense fallback={<Skeleton rows={4} />}>
          <LatestProjects projects={projects} />
        </Suspense>
      </div>
      <div className="min-w-0 space-y-8">
        <Suspense>
          <UpcomingCalls />
        </Suspense>
        <Suspense>
          <RunningJobs title={texts.running} />
        </Suspense>
        <Suspense>
          {canWrite(me) && <DropZone projects={projects} />}
          <SampleCard projects={projects} />
        </Suspense>
      </div>
    </div>
  );
}
