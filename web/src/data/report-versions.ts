import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { downloadText } from '../lib/download-text.ts';
import { keys } from './keys.ts';
import { type Report, reportQuery } from './reports.ts';

export type ReportRevision = Schemas['ReportRevision'];

/** The newest 200: the server retains no more. */
export const reportRevisionsQuery = (reportId: string, version: number) =>
  queryOptions({
    // With the version, so that a saved change shows in an open history.
    queryKey: [...keys.report(reportId), 'revisions', version] as const,
    queryFn: async () => {
      const revisions: ReportRevision[] = [];
      let cursor: string | undefined;
      do {
        const page = await unwrap(
          api.GET('/v1/reports/{reportId}/revisions', {
            params: { path: { reportId }, query: { limit: 100, cursor } },
          }),
        );
        revisions.push(...page.data);
        cursor = page.meta.next_cursor ?? undefined;
      } while (cursor);
      return revisions;
    },
  });

export const oldReportQuery = (reportId: string, revision: number) =>
  queryOptions({
    queryKey: [...keys.report(reportId), 'at', revision] as const,
    queryFn: async () => {
      const params = { path: { reportId }, query: { revision } };
      return (await unwrap(api.GET('/v1/reports/{reportId}', { params }))).data;
    },
  });

type Named = Pick<Report, 'id' | 'project_id' | 'version'>;

function useShowReport({ id, project_id }: Named) {
  const client = useQueryClient();
  return (report: Report) => {
    client.setQueryData(reportQuery(id).queryKey, report);
    return client.invalidateQueries({ queryKey: keys.reports(project_id) });
  };
}

/** Makes an old revision the newest. Refused if the report was changed since it was shown. */
export function useRevertReport(report: Named) {
  const show = useShowReport(report);
  return useMutation({
    mutationFn: async (revision: number) => {
      const call = api.POST('/v1/reports/{reportId}/revert', {
        params: { path: { reportId: report.id } },
        body: { revision, expected_version: report.version },
      });
      return (await unwrap(call)).data;
    },
    onSuccess: show,
  });
}

export function useShareReport(report: Named) {
  const show = useShowReport(report);
  const path = { params: { path: { reportId: report.id } } };
  return useMutation({
    mutationFn: async (shared: boolean) =>
      (
        await unwrap(
          shared
            ? api.POST('/v1/reports/{reportId}/share', path)
            : api.DELETE('/v1/reports/{reportId}/share', path),
        )
      ).data,
    onSuccess: show,
  });
}

export async function exportReport(reportId: string, format: 'md' | 'html' | 'docx'): Promise<void> {
  const call = api.GET('/v1/reports/{reportId}/export', {
    params: { path: { reportId }, query: { format } },
  });
  const { filename, content_type, encoding, content } = (await unwrap(call)).data;
  if (encoding === 'utf-8') return downloadText(filename, content_type, content);
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  downloadText(filename, content_type, bytes);
}
