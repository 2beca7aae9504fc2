import { queryOptions } from '@tanstack/react-query';
import { fileQuery } from './file.ts';

/** Signed links are valid for a limited time: the file is read again this long before its link expires. */
const renewBeforeExpiryMs = 60_000;

/** A file with a link to its bytes that is still valid. */
export const playableFileQuery = (fileId: string) =>
  queryOptions({
    ...fileQuery(fileId),
    staleTime: ({ state }) => {
      const expiresAt = state.data?.download_url_expires_at;
      return expiresAt
        ? Math.max(0, Date.parse(expiresAt) - renewBeforeExpiryMs - state.dataUpdatedAt)
        : 30_000;
    },
  });
