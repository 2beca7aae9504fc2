import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '../lib/api.ts';
import { ApiError } from '../lib/errors.ts';
import { scopeOf, type Transcript, useTranscriptCache } from './transcript.ts';

interface Undone {
  /** For each undone change the revision that contained it. The last one is redone first. */
  revisions: number[];
  /** The revision after the last undo or redo. Nothing can be redone after any other change. */
  current: number;
}

/** `undo` takes back the user's own last change; `redo` returns what this page took back last. */
export function useUndoTranscript(fileId: string) {
  const cache = useTranscriptCache(fileId);
  const undone = useRef<Undone>({ revisions: [], current: 0 });
  const params = { params: { path: { fileId } } };
  const show = (transcript: Transcript) => {
    cache.saved(transcript.revision, () => transcript);
    void cache.refreshMaterial();
  };
  const undo = useMutation({
    ...scopeOf(fileId),
    mutationFn: async () => (await unwrap(api.POST('/v1/files/{fileId}/transcript/undo', params))).data,
    onSuccess: ({ detached_anchors: _, ...transcript }) => {
      const before = transcript.revision - 1;
      const { revisions, current } = undone.current;
      undone.current = {
        revisions: [...(current === before ? revisions : []), before],
        current: transcript.revision,
      };
      show(transcript);
    },
  });
  const redo = useMutation({
    ...scopeOf(fileId),
    /** Returns undefined if there is nothing to redo. */
    mutationFn: async () => {
      const { revisions, current } = undone.current;
      const revision = revisions.at(-1);
      if (revision === undefined) return undefined;
      try {
        const body = { revision, expected_revision: current };
        return (await unwrap(api.POST('/v1/files/{fileId}/transcript/revert', { ...params, body }))).data;
      } catch (error) {
        if (!isChangedSince(error)) throw error;
        undone.current = { revisions: [], current: 0 };
        return undefined;
      }
    },
    onSuccess: (restored) => {
      if (!restored) return;
      const { detached_anchors: _, ...transcript } = restored;
      undone.current = {
        revisions: undone.current.revisions.slice(0, -1),
        current: transcript.revision,
      };
      show(transcript);
    },
  });
  return { undo: undo.mutate, redo: redo.mutate };
}

const isChangedSince = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ field }) => field === 'expected_revision');
