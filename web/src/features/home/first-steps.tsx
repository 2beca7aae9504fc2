import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { AudioLines, ClipboardList, type LucideIcon, MessageCircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import type { Project } from '../../data/projects.ts';
import { sampleQuery } from '../../data/sample.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useDeleteWithUndo } from '../projects/index.ts';
import { SampleOffer } from './sample-offer.tsx';
import { texts } from './texts.ts';

const quiet =
  'control inline-flex items-center justify-center rounded-md border border-line bg-surface px-3 font-medium whitespace-nowrap hover:border-edge';

/** The home of a person who has no project besides the sample: what there is to do, in three lines. */
export function FirstSteps({ sample }: { sample: Project | undefined }) {
  const me = useMe();
  const navigate = useNavigate();
  if (!canWrite(me)) return <EmptyState title={texts.nothingShared}>{texts.askColleague}</EmptyState>;
  return (
    <div>
      <p className="font-serif text-2xl tracking-tight" dir="auto">
        {texts.welcome(me.name.split(' ')[0] ?? me.name)}
      </p>
      <p className="mt-2 mb-6 text-md text-soft">{texts.about}</p>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        <Line icon={AudioLines} title={texts.material} about={texts.materialAbout}>
          <Button variant="primary" onClick={() => void navigate({ to: '/projects', search: { new: true } })}>
            {texts.startProject}
          </Button>
        </Line>
        <Line icon={ClipboardList} title={texts.people} about={texts.peopleAbout}>
          <a href="/docs" className={quiet}>
            {texts.studyGuide}
          </a>
        </Line>
        {sample && (
          <Line icon={MessageCircleQuestionMark} title={texts.answers} about={texts.answersAbout}>
            <Link to="/projects/$projectId/ask" params={{ projectId: sample.id }} className={quiet}>
              {texts.askSample}
            </Link>
          </Line>
        )}
      </ul>
      <section className="mt-8">
        <h2 className="mb-2 font-medium">{texts.finishedProject}</h2>
        <div className="rounded-xl border border-line bg-surface p-5">
          {sample && (
            <p className="font-medium" dir="auto">
              {sample.name}
            </p>
          )}
          <p className="mt-1 mb-4 text-soft">{texts.sampleAbout}</p>
          <SampleActions sample={sample} />
        </div>
      </section>
    </div>
  );
}

/** Adds the sample, or opens and removes it. */
function SampleActions({ sample }: { sample: Project | undefined }) {
  const me = useMe();
  const remove = useDeleteWithUndo();
  const status = useQuery(sampleQuery).data?.status;
  if (!sample || status === 'adding' || status === 'failed') return <SampleOffer />;
  return (
    <div className="flex flex-wrap gap-2">
      <Link to="/projects/$projectId" params={{ projectId: sample.id }} className={quiet}>
        {texts.openSample}
      </Link>
      {sample.owner_id === me.id && (
        <Button variant="bare" busy={remove.isPending} onClick={() => remove.mutate(sample)}>
          {texts.removeSample}
        </Button>
      )}
    </div>
  );
}

interface LineProps {
  icon: LucideIcon;
  title: string;
  about: string;
  /** One button. */
  children: ReactNode;
}

const Line = ({ icon: Icon, title, about, children }: LineProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
    <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-sunken text-soft">
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </span>
    <div className="min-w-0 flex-1 basis-48">
      <h2 className="font-medium">{title}</h2>
      <p className="text-soft">{about}</p>
    </div>
    {children}
  </li>
);
