import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { isNotFound } from '../lib/errors.ts';
import { keys } from './keys.ts';

export type FileSentiment = Schemas['FileSentiment'];
export type SentimentMoment = Schemas['SentimentMoment'];

/** The mood of a file, its speakers and its segments; null before the first analysis. */
export const fileSentimentQuery = (fileId: string) =>
  queryOptions({
    // A part of the file: it is read again when an analysis ends.
    queryKey: [...keys.file(fileId), 'sentiment'] as const,
    queryFn: async (): Promise<FileSentiment | null> => {
      try {
        return (await unwrap(api.GET('/v1/files/{fileId}/sentiment', { params: { path: { fileId } } }))).data;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
