import { type ReportJob, useRequestReport } from '../../data/report-jobs.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { rememberedRequest, rememberRequest } from './remembered-requests.ts';
import { texts } from './texts.ts';

interface FailedReportProps {
  projectId: string;
  job: ReportJob;
  onDismiss(): void;
  onChange(): void;
}

/** Says why a report was not written, and starts it again with the same question or with another. */
export function FailedReport({ projectId, job, onDismiss, onChange }: FailedReportProps) {
  const toast = useToast();
  const again = useRequestReport(projectId);
  const request = rememberedRequest(job.id);
  const name = request?.prompt ?? texts.writing.aReport;
  return (
    <article
      aria-label={name}
      className="flex flex-wrap items-start justify-between gap-3 rounded-lg border border-danger/30 bg-danger-wash px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="truncate font-medium">
          {name}
        </p>
        <p role="alert" className="text-sm">
          <span className="font-medium text-danger">{texts.writing.failed}.</span>{' '}
          {job.error?.message ?? texts.writing.unknownReason}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {request && (
          <Button
            busy={again.isPending}
            onClick={() =>
              again.mutate(request, {
                onSuccess: ({ id }) => {
                  rememberRequest(id, projectId, request);
                  onDismiss();
                },
                onError: (error) => toast({ text: failureReason(error) }),
              })
            }
          >
            {texts.writing.retry}
          </Button>
        )}
        <Button onClick={onChange}>{texts.writing.change}</Button>
        <Button variant="bare" onClick={onDismiss}>
          {texts.writing.dismiss}
        </Button>
      </div>
    </article>
  );
}
