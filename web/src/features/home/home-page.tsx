import { useInfiniteQuery } from '@tanstack/react-query';
import { canWrite, useMe } from '../../data/me.ts';
import { projectsQuery } from '../../data/projects.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActivityList, RunningJobs } from '../activity/index.ts';
import { Continue } from './continue.tsx';
import { DropZone } from './drop-zone.tsx';
import { FirstSteps } from './first-steps.tsx';
import { SampleCard } from './sample-card.tsx';
import { useOpenSample } from './use-open-sample.ts';

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
      {projects?.length === 0 && <FirstSteps />}
      {projects && projects.length > 0 && (
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="min-w-0 space-y-8">
            <Continue projects={projects} />
            {canWrite(me) && <DropZone projects={projects} />}
          </div>
          <div className="min-w-0">
            <RunningJobs title="Running now" />
            <section>
              <h2 className="control mb-2 flex items-center font-medium">Inbox</h2>
              <ActivityList newsOnly limit={10} existingIds={projects.map(({ id }) => id)} />
            </section>
            <SampleCard projects={projects} />
          </div>
        </div>
      )}
    </Page>
  );
}
