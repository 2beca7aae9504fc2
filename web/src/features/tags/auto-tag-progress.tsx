import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { autoTagJobQuery, isRunning, useCancelJob } from '../../data/auto-tag.ts';
import { invalidateTagged } from '../../data/tags.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** Shows the job that suggests tags while it runs, even after a reload, and says how it ended. */
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
      toast({ text: texts.noTagsWereSuggested(job.error?.message ?? '') });
      return;
    }
    const count = job.type === 'auto_tag' ? (job.result?.suggested_count ?? 0) : 0;
    toast(
      count > 0
        ? { text: texts.newSuggestions(count), action: { label: texts.review, run: onShow } }
        : { text: texts.noNewSuggestionsEveryPassage },
    );
  }, [job, projectId, queryClient, toast, onShow]);

  if (!job || !isRunning(job)) return null;
  return (
    <section
      aria-label={texts.suggestingTags}
      className="mb-4 space-y-2 rounded-lg border border-line bg-surface p-3"
    >
      <div className="flex items-center justify-between gap-3">
        <span>{texts.suggestingTagsGoOn}</span>
        <Button variant="bare" busy={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          {texts.cancel}
        </Button>
      </div>
      <ProgressBar label={texts.suggestingTags} value={job.status === 'queued' ? undefined : job.progress} />
    </section>
  );
}
