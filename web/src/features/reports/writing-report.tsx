import { type ReportJob, useCancelReport } from '../../data/report-jobs.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatProgress } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToast } from '../../ui/toast.tsx';
import { forgetRequest, rememberedRequest } from './remembered-requests.ts';
import { texts } from './texts.ts';

interface WritingReportProps {
  projectId: string;
  job: ReportJob;
  mayWrite: boolean;
}

export function WritingReport({ projectId, job, mayWrite }: WritingReportProps) {
  const toast = useToast();
  const cancel = useCancelReport(projectId);
  const request = rememberedRequest(job.id);
  const name = request?.prompt ?? texts.writing.aReport;
  const isWaiting = job.status === 'queued' || job.retry !== null;
  const state = job.retry
    ? texts.writing.retrying(job.retry.message)
    : isWaiting
      ? texts.writing.waiting
      : `${texts.writing.writing} · ${formatProgress(job.progress)}`;
  return (
    <article aria-label={name} className="space-y-2 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p dir="auto" className="truncate font-medium">
            {name}
          </p>
          <p className="text-sm text-soft">
            <span className="tabular-nums">{state}</span>
            {request && <span className="max-sm:hidden"> · {texts.writing.goOn}</span>}
          </p>
        </div>
        {mayWrite && (
          <Button
            variant="bare"
            busy={cancel.isPending}
            onClick={() =>
              cancel.mutate(job.id, {
                onSuccess: () => {
                  forgetRequest(job.id);
                  toast({ text: texts.writing.canceled(name) });
                },
                onError: (error) => toast({ text: errorMessage(error) }),
              })
            }
          >
            {texts.writing.cancel}
          </Button>
        )}
      </div>
      <ProgressBar label={name} value={isWaiting ? undefined : job.progress} />
    </article>
  );
}
