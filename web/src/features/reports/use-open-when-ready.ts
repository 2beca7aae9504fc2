import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isWriting, type ReportJob } from '../../data/report-jobs.ts';
import { useToast } from '../../ui/toast.tsx';
import { forgetRequest, rememberedRequest } from './remembered-requests.ts';
import { texts } from './texts.ts';

/**
 * Opens a report that this tab asked for when it is written, if the list was open all the time. While the person does something
 * else on the page, a message offers it instead.
 */
export function useOpenWhenReady(projectId: string, jobs: ReportJob[], mayOpen: boolean): void {
  const navigate = useNavigate();
  const toast = useToast();
  const watched = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs) {
      if (isWriting(job)) watched.current.add(job.id);
      const request = rememberedRequest(job.id);
      if (job.status !== 'succeeded' || !job.result || !request) continue;
      forgetRequest(job.id);
      if (!watched.current.has(job.id)) continue;
      const params = { projectId, reportId: job.result.report_id };
      const open = () => void navigate({ to: '/projects/$projectId/reports/$reportId', params });
      if (mayOpen) open();
      else toast({ text: texts.writing.ready(request.prompt), action: { label: texts.open, run: open } });
    }
  }, [jobs, mayOpen, navigate, projectId, toast]);
}
