import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  isCanceled,
  isWriting,
  type ReportJob,
  type ReportRequest,
  reportJobsQuery,
} from '../../data/report-jobs.ts';
import { FailedReport } from './failed-report.tsx';
import { forgetRequest, rememberedRequest } from './remembered-requests.ts';
import { texts } from './texts.ts';
import { useOpenWhenReady } from './use-open-when-ready.ts';
import { WritingReport } from './writing-report.tsx';

interface WritingReportsProps {
  projectId: string;
  mayWrite: boolean;
  /** Whether a finished report may replace what the page shows. */
  mayOpen: boolean;
  onChange(request: ReportRequest | undefined): void;
}

/** The reports that the server writes now, and those that it could not write although this tab asked for them. */
export function WritingReports({ projectId, mayWrite, mayOpen, onChange }: WritingReportsProps) {
  const { data: jobs = [] } = useQuery(reportJobsQuery(projectId));
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  useOpenWhenReady(projectId, jobs, mayOpen);
  const dismiss = (jobId: string) => {
    forgetRequest(jobId);
    setDismissed((before) => new Set(before).add(jobId));
  };
  const shown = jobs.filter((job) => isWriting(job) || (isLost(job) && !dismissed.has(job.id)));
  if (shown.length === 0) return null;
  return (
    <section aria-label={texts.writing.region} className="mb-4 space-y-2">
      {shown.map((job) =>
        isWriting(job) ? (
          <WritingReport key={job.id} projectId={projectId} job={job} mayWrite={mayWrite} />
        ) : (
          <FailedReport
            key={job.id}
            projectId={projectId}
            job={job}
            onDismiss={() => dismiss(job.id)}
            onChange={() => onChange(rememberedRequest(job.id))}
          />
        ),
      )}
    </section>
  );
}

/** Failures of weeks ago are of no use, so only those that this tab waited for are shown. */
const isLost = (job: ReportJob) =>
  job.status === 'failed' && !isCanceled(job) && rememberedRequest(job.id) !== undefined;
