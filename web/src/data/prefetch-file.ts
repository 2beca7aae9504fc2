import type { QueryClient } from '@tanstack/react-query';
import { fileQuery } from './file.ts';
import { materialQuery } from './material.ts';
import { tagsQuery } from './tags.ts';
import { transcriptQuery } from './transcript.ts';

/**
 * Requests what the page of a file shows, without waiting for its components. Resolves when the file is there, before
 * its text.
 */
export async function prefetchFile(
  queryClient: QueryClient,
  projectId: string,
  fileId: string,
): Promise<void> {
  void queryClient.prefetchQuery(materialQuery(fileId));
  void queryClient.prefetchQuery(tagsQuery(projectId));
  const { transcription_status } = await queryClient.ensureQueryData(fileQuery(fileId));
  if (transcription_status === 'completed') void queryClient.prefetchQuery(transcriptQuery(fileId));
}
