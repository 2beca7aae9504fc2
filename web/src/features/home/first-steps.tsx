import { useNavigate } from '@tanstack/react-router';
import { canWrite, useMe } from '../../data/me.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SampleOffer } from './sample-offer.tsx';

/** The home of a workspace without projects. */
export function FirstSteps() {
  const me = useMe();
  const navigate = useNavigate();
  if (!canWrite(me))
    return (
      <EmptyState title="No project is shared with you yet">
        Ask a colleague to share a project. It then appears here.
      </EmptyState>
    );
  return (
    <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
      <section className="flex flex-col items-start rounded-xl border border-line bg-surface p-5">
        <h2 className="font-serif text-lg">Start your first project</h2>
        <p className="mt-1 mb-4 text-soft">
          Upload recordings, read the transcripts, tag what matters and share clips.
        </p>
        <Button
          variant="primary"
          className="mt-auto"
          onClick={() => void navigate({ to: '/projects', search: { new: true } })}
        >
          <Icon name="plus" /> New project
        </Button>
      </section>
      <section className="flex flex-col items-start rounded-xl border border-line bg-surface p-5">
        <h2 className="font-serif text-lg">Look around in a sample</h2>
        <p className="mt-1 mb-4 text-soft">
          Three interviews with transcripts, tags, a board and clips. You can remove it with one click.
        </p>
        <div className="mt-auto w-full">
          <SampleOffer />
        </div>
      </section>
    </div>
  );
}
