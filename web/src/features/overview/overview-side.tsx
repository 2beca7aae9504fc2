import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { overviewQuery } from '../../data/overview.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RunningJobs } from '../activity/index.ts';
import { OpenStudies } from './open-studies.tsx';
import { Part } from './part.tsx';
import { texts } from './texts.ts';
import { WhoTookPart } from './who-took-part.tsx';

// Below the others, and in a request of its own.
const ActivityList = lazy(async () => ({
  default: (await import('../activity/index.ts')).ActivityList,
}));

/** What is open: studies, people, running work; then what happened last. */
export function OverviewSide({ projectId }: { projectId: string }) {
  const { data } = useQuery(overviewQuery(projectId));
  return (
    <div className="min-w-0 space-y-7">
      {data && <OpenStudies studies={data.studies} count={data.study_count} />}
      {data && <WhoTookPart people={data.people} />}
      <RunningJobs projectId={projectId} title={texts.running} />
      {data && (
        <Part title={texts.activity}>
          <Suspense fallback={<Skeleton rows={3} />}>
            <ActivityList projectId={projectId} limit={8} />
          </Suspense>
        </Part>
      )}
    </div>
  );
}
