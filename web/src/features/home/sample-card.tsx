import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { canWrite, useMe } from '../../data/me.ts';
import type { Project } from '../../data/projects.ts';
import { isSample, sampleQuery } from '../../data/sample.ts';
import { Button } from '../../ui/button.tsx';
import { useDeleteWithUndo } from '../projects/index.ts';
import { SampleOffer } from './sample-offer.tsx';
import { texts } from './texts.ts';

/** The sample project: remove it with one click, or add it. */
export function SampleCard({ projects }: { projects: Project[] }) {
  const me = useMe();
  const remove = useDeleteWithUndo();
  const status = useQuery(sampleQuery).data?.status;
  const sample = projects.find(isSample);
  if (!canWrite(me) || status === undefined) return null;
  const adding = status === 'adding' || status === 'failed';
  if (!sample && !adding) return null;
  return (
    <section className="rounded-lg border border-line bg-surface p-4">
      <h2 className="font-medium">{texts.sample}</h2>
      {adding ? (
        <div className="mt-3">
          <SampleOffer />
        </div>
      ) : (
        sample && (
          <>
            <p className="mt-1 mb-3 text-soft">
              <Link
                to="/projects/$projectId"
                params={{ projectId: sample.id }}
                className="font-medium text-accent underline underline-offset-4"
              >
                {sample.name}
              </Link>{' '}
              {texts.sampleShows}
            </p>
            {sample.owner_id === me.id && (
              <Button busy={remove.isPending} onClick={() => remove.mutate(sample)}>
                {texts.removeSample}
              </Button>
            )}
          </>
        )
      )}
    </section>
  );
}
