import type { QueryClient } from '@tanstack/react-query';
import { fileQuery } from '../../data/file.ts';
import { materialQuery } from '../../data/material.ts';
import { tagsQuery } from '../../data/tags.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { waitForData } from '../../lib/wait-for-data.ts';

/** Requests what the page of a file shows, without waiting for its components. Resolves when the file and its text are there. */
export async function loadFile(queryClient: QueryClient, projectId: string, fileId: string): Promise<void> {
  const material = queryClient.prefetchQuery(materialQuery(fileId));
  void queryClient.prefetchQuery(tagsQuery(projectId));
  const loadText = async () => {
    const { transcription_status } = await queryClient.ensureQueryData(fileQuery(fileId));
    if (transcription_status === 'completed') await queryClient.prefetchQuery(transcriptQuery(fileId));
  };
  await waitForData(Promise.all([loadText(), material]));
}
