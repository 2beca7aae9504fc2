import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { currentVersion, noteOwnVersion, scopeOf, useTranscriptCache } from './transcript.ts';
import { type Segment, withChange, withSegments } from './transcript-changes.ts';

/** New words or another speaker of one of several segments. */
export interface SegmentsEdit {
  segment: Pick<Segment, 'id' | 'version'>;
  text?: string;
  speaker_id?: string;
  /** The label of a new speaker. */
  speaker?: string;
}

/** Changes several segments as one revision: all of them or none. */
export function useEditSegments(fileId: string) {
  const cache = useTranscriptCache(fileId);
  return useMutation({
    ...scopeOf(fileId),
    mutationFn: async (edits: readonly SegmentsEdit[]) => {
      const segments = edits.map(({ segment, ...change }) => ({
        id: segment.id,
        expected_version: currentVersion(cache.client, segment.id, segment.version),
        ...change,
      }));
      const { data } = await unwrap(
        api.PATCH('/v1/files/{fileId}/transcript/segments', {
          params: { path: { fileId } },
          body: { segments },
        }),
      );
      const changed = new Map(data.segments.map(({ id, version }) => [id, version]));
      for (const { id, expected_version } of segments)
        noteOwnVersion(cache.client, id, expected_version, changed.get(id) ?? expected_version);
      return data;
    },
    onMutate: (edits) =>
      cache.change((transcript) => {
        const labels = new Map(transcript.speakers.map(({ id, label }) => [id, label]));
        const changes = edits.map(({ segment, speaker_id, speaker, text }) => {
          const label = speaker ?? labels.get(speaker_id ?? '');
          const change: Partial<Segment> = {
            ...(text === undefined ? {} : { text }),
            ...(speaker_id === undefined ? {} : { speaker_id }),
            ...(label === undefined ? {} : { speaker: label }),
          };
          return [segment.id, change] as const;
        });
        return withSegments(transcript, new Map(changes));
      }),
    onSuccess: (change) => {
      const known = new Set(cache.get()?.speakers.map(({ id }) => id));
      cache.saved(change.revision, (transcript) => withChange(transcript, change));
      if (change.segments.some(({ speaker_id }) => !known.has(speaker_id))) void cache.refresh();
      void cache.refreshMaterial();
    },
    onError: async (_error, _edits, before) => {
      if (before) await cache.change(() => before);
      await cache.refresh();
    },
  });
}
