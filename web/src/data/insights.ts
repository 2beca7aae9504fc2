import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { isValidationError } from '../lib/errors.ts';
import { keys } from './keys.ts';

export type Matrix = Schemas['Matrix'];
export type MatrixMoment = Schemas['MatrixMoment'];

/** What the matrix counts, as the API names it. */
export interface MatrixChoice {
  rows: 'participant' | 'file' | 'speaker' | 'tag';
  columns: 'tag' | 'question';
  tag_ids?: string | undefined;
  file_ids?: string | undefined;
  test_id?: string | undefined;
}

/** A matrix that is too large stays so: the request is not repeated. */
const retryUnlessRefused = (count: number, error: unknown) => !isValidationError(error) && count < 2;

export const matrixQuery = (projectId: string, choice: MatrixChoice) =>
  queryOptions({
    queryKey: keys.insights(projectId, 'matrix', choice),
    queryFn: async (): Promise<Matrix> =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/matrix', { params: { path: { projectId }, query: choice } }),
        )
      ).data,
    retry: retryUnlessRefused,
    staleTime: 30_000,
    // The old numbers stay while a filter changes.
    placeholderData: keepPreviousData,
  });

const momentsPage = 50;

/** The moments that one cell counts, oldest first. */
export const cellMomentsQuery = (
  projectId: string,
  choice: MatrixChoice,
  cell: { row_id: string; column_id: string },
) =>
  infiniteQueryOptions({
    queryKey: keys.insights(projectId, 'moments', { ...choice, ...cell }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/matrix/moments', {
          params: {
            path: { projectId },
            query: { ...choice, ...cell, limit: momentsPage, cursor: pageParam },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    staleTime: 30_000,
  });

export async function exportMatrix(projectId: string, choice: MatrixChoice) {
  const { data } = await unwrap(
    api.GET('/v1/projects/{projectId}/matrix/export', {
      params: { path: { projectId }, query: { ...choice, format: 'csv' } },
    }),
  );
  return data;
}
