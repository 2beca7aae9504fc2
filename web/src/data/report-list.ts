import { infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';
import { type Report, readReport, reportQuery } from './reports.ts';

/** A report without its text, as lists have it. */
export type ListedReport = Omit<Schemas['ListedReport'], 'body_markdown' | 'sections' | 'citations'>;

export interface ReportFilter {
  q: string;
  status: ListedReport['status'] | '';
  sort: '-updated_at' | '-created_at' | 'created_at';
}

export const reportsQuery = (projectId: string, { q, status, sort }: ReportFilter) =>
  infiniteQueryOptions({
    queryKey: keys.reports(projectId, 'list', { q, status, sort }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/reports', {
          params: {
            path: { projectId },
            query: { q: q || undefined, status: status || undefined, sort, limit: 50, cursor: pageParam },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    // While a search loads, the previous reports of the same project stay visible.
    placeholderData: (previous, query) => (query?.queryKey[1] === projectId ? previous : undefined),
  });

export interface NewReport {
  title: string;
  body_markdown: string;
  summary?: string;
  template?: NonNullable<Report['template']>;
  language?: string;
}

/** Creates, copies and deletes whole reports. */
export function useReportRecords(projectId: string) {
  const client = useQueryClient();
  return {
    async create(body: NewReport): Promise<Report> {
      const call = api.POST('/v1/projects/{projectId}/reports', { params: { path: { projectId } }, body });
      const { data } = await unwrap(call);
      // With a text, the response is the report and not a job.
      const report = data as Report;
      client.setQueryData(reportQuery(report.id).queryKey, report);
      await refreshReports(client, projectId);
      return report;
    },
    read: readReport,
    async remove(reportId: string): Promise<void> {
      await unwrap(api.DELETE('/v1/reports/{reportId}', { params: { path: { reportId } } }));
      await refreshReports(client, projectId);
    },
  };
}

/** What creates a report again with the same text. */
export const copyOf = ({ title, summary, body_markdown, template, language }: Report): NewReport => ({
  title,
  summary,
  body_markdown,
  // The server fills an empty text with the headings of the template.
  ...(template && body_markdown.trim() !== '' ? { template } : {}),
  ...(language ? { language } : {}),
});

const refreshReports = (client: QueryClient, projectId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: keys.reports(projectId) }),
    client.invalidateQueries({ queryKey: keys.project(projectId) }),
  ]);
