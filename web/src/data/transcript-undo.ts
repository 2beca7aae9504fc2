import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, unwrap } from '../lib/api.ts';
import { scopeOf, useTranscriptCache } from './transcript.ts';

/**
 * Undoes and redoes the change that made one revision, and no other change. An undo is a revision too: redoing undoes
 * that revision. The server refuses both if the same part was changed since.
 */
export function useUndoRevision(fileId: string) {
  const cache = useTranscriptCache(fileId);
  const { mutateAsync } = useMutation({
    ...scopeOf(fileId),
    mutationFn: async (revision: number) => {
      const call = api.POST('/v1/files/{fileId}/transcript/undo', {
        params: { path: { fileId } },
        body: { revision },
      });
      return (await unwrap(call)).data;
    },
    onSuccess: ({ detached_anchors: _, ...transcript }) => {
      cache.saved(transcript.revision, () => transcript);
      void cache.refreshMaterial();
    },
  });
  return useCallback(
    (made: number) => {
      let revision = made;
      const reverse = async () => {
        revision = (await mutateAsync(revision)).revision;
      };
      return { undo: reverse, redo: reverse };
    },
    [mutateAsync],
  );
}
