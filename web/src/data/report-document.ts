import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { ApiError } from '../lib/errors.ts';
import { keys } from './keys.ts';

export type ReportDocument = Schemas['Report'];
export type Citation = Schemas['Citation'];
export type Quotation = Schemas['ReportQuotations']['quotations'][number];
export type QuotedSegments = { citation_id: string; segment_ids: string[] };

export interface ReportText {
  title: string;
  summary: string;
  body_markdown: string;
}

export const readReport = async (reportId: string): Promise<ReportDocument> =>
  (await unwrap(api.GET('/v1/reports/{reportId}', { params: { path: { reportId } } }))).data;

/** Refused with `isReportConflict` if the report has another version. */
export const saveReport = async (
  reportId: string,
  body: Partial<ReportText> & { expected_version: number; quoted_segments?: QuotedSegments[] },
): Promise<ReportDocument> =>
  (await unwrap(api.PATCH('/v1/reports/{reportId}', { params: { path: { reportId } }, body }))).data;

export const isReportConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ field }) => field === 'expected_version');

/** A changed transcript compares the quotations again. */
export const quotationsQuery = (reportId: string) =>
  queryOptions({
    queryKey: keys.quotations(reportId),
    queryFn: async () =>
      (await unwrap(api.GET('/v1/reports/{reportId}/quotations', { params: { path: { reportId } } }))).data
        .quotations,
  });

export const keepQuotation = async (reportId: string, citationId: string): Promise<Quotation[]> =>
  (
    await unwrap(
      api.POST('/v1/reports/{reportId}/quotations/keep', {
        params: { path: { reportId } },
        body: { citation_ids: [citationId] },
      }),
    )
  ).data.quotations;

/** The highlights of a project, newest first. */
export const evidenceHighlightsQuery = (projectId: string, tagId: string) =>
  infiniteQueryOptions({
    queryKey: keys.taggings(projectId, 'evidence', { tagId }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/taggings', {
          params: {
            path: { projectId },
            query: {
              tag_id: tagId || undefined,
              target_type: 'segment',
              status: 'accepted',
              limit: 50,
              cursor: pageParam,
            },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });

/** Passages that match the words or the meaning. */
export const evidenceSearchQuery = (projectId: string, q: string) =>
  queryOptions({
    queryKey: keys.search('evidence', projectId, q),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/search', {
            params: { query: { q, project_id: projectId, types: 'segment', mode: 'hybrid', limit: 30 } },
          }),
        )
      ).data,
  });

export const evidenceCardsQuery = (projectId: string, q: string) =>
  queryOptions({
    queryKey: [...keys.board(projectId), 'evidence', q],
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/cards', {
            params: { path: { projectId }, query: { q: q || undefined, limit: 50, sort: '-updated_at' } },
          }),
        )
      ).data,
  });

export const cardQuery = (cardId: string) =>
  queryOptions({
    queryKey: keys.card(cardId),
    queryFn: async () => (await unwrap(api.GET('/v1/cards/{cardId}', { params: { path: { cardId } } }))).data,
  });

/** Names of the files of a project, by id. Enough for a list of passages; a project has thousands of files at most. */
export const fileNamesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.files(projectId, 'names'),
    queryFn: async () => {
      const files = new Map<string, Pick<Schemas['ListedFile'], 'name' | 'kind'>>();
      let cursor: string | undefined;
      do {
        const page = await unwrap(
          api.GET('/v1/projects/{projectId}/files', {
            params: { path: { projectId }, query: { limit: 100, cursor } },
          }),
        );
        for (const { id, name, kind } of page.data) files.set(id, { name, kind });
        cursor = page.meta.next_cursor ?? undefined;
      } while (cursor && files.size < 2_000);
      return files;
    },
    staleTime: 60_000,
  });

/** Who saved a version of a report; null if that is not known. */
export async function readEditor(reportId: string, version: number): Promise<string | null> {
  const { data } = await unwrap(
    api.GET('/v1/reports/{reportId}/revisions', { params: { path: { reportId }, query: { limit: 5 } } }),
  );
  return data.find(({ revision }) => revision === version)?.created_by ?? null;
}
