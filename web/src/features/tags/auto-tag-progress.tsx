import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { autoTagJobQuery, isRunning, useCancelJob } from '../../data/auto-tag.ts';
import { invalidateTagged } from '../../data/tags.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToast } from '../../ui/toast.tsx';

/** Shows the job that suggests tags while it runs, also after a reload, and says how it ended. */
export function AutoTagProgress({ projectId, onShow }: { projectId: string; onShow(): void }) {
  const { data: job } = useQuery(autoTagJobQuery(projectId));
  const queryClient = useQueryClient();
  const toast = useToast();
  const cancel = useCancelJob(projectId, (error) => toast({ text: errorMessage(error) }));
  const watched = useRef<string>(undefined);
  useEffect(() => {
    if (!job) return;
    if (isRunning(job)) {
      watched.current = job.id;
      return;
    }
    // Only a job that was seen running: the last one may be weeks old.
    if (watched.current !== job.id) return;
    watched.current = undefined;
    void invalidateTagged(queryClient, projectId);
    if (job.status === 'failed') {
      toast({ text: `No tags were suggested. ${job.error?.message ?? ''}` });
      return;
    }
    const count = Number(job.result?.suggested_count ?? 0);
    toast(
      count > 0
        ? { text: `${formatCount(count, 'new suggestion')}.`, action: { label: 'Review', run: onShow } }
        : { text: 'No new suggestions: every passage that fits is tagged already.' },
    );
  }, [job, projectId, queryClient, toast, onShow]);

  if (!job || !isRunning(job)) return null;
  return (
    <section
      aria-label="Suggesting tags"
      className="mb-4 space-y-2 rounded-lg border border-line bg-surface p-3"
    >
      <div className="flex items-center justify-between gap-3">
        <span>Suggesting tags… You can go on working.</span>
        <Button variant="bare" busy={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          Cancel
        </Button>
      </div>
      <ProgressBar label="Suggesting tags" value={job.status === 'queued' ? undefined : job.progress} />
    </section>
  );
}
