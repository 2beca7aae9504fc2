import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { reportUnreachable } from '../lib/connection.ts';
import { ApiError, isUnreachable } from '../lib/errors.ts';
import { keys } from './keys.ts';
import {
  findSegment,
  type Segment,
  type Transcript,
  withChange,
  withJoin,
  withMergedSpeaker,
  withSegment,
  withSpeaker,
  withSplit,
} from './transcript-changes.ts';

export { isPending, type Segment, type Speaker, type Transcript } from './transcript-changes.ts';
export type Revision = Schemas['TranscriptRevision'];
export type ExportFormat = Schemas['TranscriptExport']['format'];

const path = (fileId: string) => ({ params: { path: { fileId } } });

export const transcriptQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.transcript(fileId),
    queryFn: async ({ client, queryKey }): Promise<Transcript> => {
      const { data } = await unwrap(api.GET('/v1/files/{fileId}/transcript', path(fileId)));
      const cached = client.getQueryData<Transcript>(queryKey);
      // A change of this tab was saved while the request was on its way.
      return withPendingEdits(client, fileId, cached && cached.revision > data.revision ? cached : data);
    },
    staleTime: 60_000,
  });

/** An earlier revision. It never changes. */
export const oldTranscriptQuery = (fileId: string, revision: number) =>
  queryOptions({
    queryKey: keys.revisions(fileId, 'text', revision),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/files/{fileId}/transcript', {
            params: { path: { fileId }, query: { revision } },
          }),
        )
      ).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * When each word was spoken, by segment. They are large and needed late, so they load after the text, and only once:
 * readers check a word against the current text.
 */
export const wordTimesQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['word-times', fileId],
    queryFn: async () => {
      const { data } = await unwrap(
        api.GET('/v1/files/{fileId}/transcript', { params: { path: { fileId }, query: { words: true } } }),
      );
      return new Map(data.segments.flatMap(({ id, words }) => (words ? [[id, words] as const] : [])));
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

export const revisionsQuery = (fileId: string) =>
  infiniteQueryOptions({
    queryKey: keys.revisions(fileId, 'list'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/files/{fileId}/transcript/revisions', {
          params: { path: { fileId }, query: { limit: 50, cursor: pageParam } },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });

export async function exportTranscript(fileId: string, format: ExportFormat) {
  const call = api.GET('/v1/files/{fileId}/transcript/export', {
    params: { path: { fileId }, query: { format } },
  });
  return (await unwrap(call)).data;
}

/** Whether the API refused a change because the segment was changed in the meantime. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ field }) => field === 'expected_version');

/**
 * Versions that this browser's own changes produced: the next change of the same segment then expects the new version
 * and is no conflict.
 */
const ownVersions = new WeakMap<QueryClient, Map<string, number>>();

export function noteOwnVersion(client: QueryClient, segmentId: string, before: number, after: number) {
  const known = ownVersions.get(client) ?? new Map<string, number>();
  ownVersions.set(client, known);
  if (after !== before) known.set(`${segmentId} ${before}`, after);
}

export function currentVersion(client: QueryClient, segmentId: string, version: number): number {
  const next = ownVersions.get(client)?.get(`${segmentId} ${version}`);
  return next === undefined ? version : currentVersion(client, segmentId, next);
}

/** The cache of one transcript: optimistic changes, and the answers of the server. */
export function useTranscriptCache(fileId: string) {
  const client = useQueryClient();
  const { queryKey } = transcriptQuery(fileId);
  return {
    client,
    get: () => client.getQueryData(queryKey),
    /** Returns the transcript before the change. */
    async change(change: (transcript: Transcript) => Transcript) {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, change(before));
      return before;
    },
    /** Applies the answer. If others changed the transcript in the meantime, reads it again. */
    saved(revision: number, change: (transcript: Transcript) => Transcript) {
      const cached = client.getQueryData(queryKey);
      if (!cached) return;
      const missed = revision > cached.revision + 1;
      client.setQueryData(queryKey, { ...change(cached), revision: Math.max(cached.revision, revision) });
      if (missed) void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: keys.revisions(fileId, 'list') });
    },
    refresh: () => client.invalidateQueries({ queryKey }),
    /** Highlights move with the words, and names of speakers are part of quotations. */
    refreshMaterial: () => client.invalidateQueries({ queryKey: keys.material(fileId) }),
  };
}

/** Changes of one transcript are sent one after the other. */
export const scopeOf = (fileId: string) => ({ scope: { id: `transcript ${fileId}` } });

export interface SegmentEdit {
  segment: Pick<Segment, 'id' | 'version'>;
  text?: string;
  speaker_id?: string;
  /** The label of a new speaker. */
  speaker?: string;
}

const editKey = (fileId: string) => ['segment-edit', fileId] as const;

/** Edits that the server refused. Their mutations are still pending while the transcript is read again. */
const refusedEdits = new WeakSet<SegmentEdit>();

/** A transcript that is read while an edit is being saved shows the new text. */
function withPendingEdits(client: QueryClient, fileId: string, transcript: Transcript): Transcript {
  const pending = client.getMutationCache().findAll({ mutationKey: editKey(fileId), status: 'pending' });
  return pending.reduce((next, { state }) => {
    const edit = state.variables as SegmentEdit;
    if (edit.text === undefined || refusedEdits.has(edit)) return next;
    return withSegment(next, edit.segment.id, { text: edit.text });
  }, transcript);
}

async function sendEdit(fileId: string, { segment, ...body }: SegmentEdit, expected_version: number) {
  const call = api.PATCH('/v1/files/{fileId}/transcript/segments/{segmentId}', {
    params: { path: { fileId, segmentId: segment.id } },
    body: { ...body, expected_version },
  });
  try {
    return (await unwrap(call)).data;
  } catch (error) {
    if (!isConflict(error) || body.text === undefined) throw error;
    // The server may have saved the text in an earlier attempt whose response was lost.
    const { data } = await unwrap(api.GET('/v1/files/{fileId}/transcript', path(fileId)));
    const stored = findSegment(data, segment.id);
    if (stored?.text !== body.text) throw error;
    return { ...stored, revision: data.revision };
  }
}

/** Without a response the edit is repeated until there is one. */
export function useEditSegment(fileId: string) {
  const cache = useTranscriptCache(fileId);
  return useMutation({
    ...scopeOf(fileId),
    mutationKey: editKey(fileId),
    retry: (_count, error) => {
      if (!isUnreachable(error)) return false;
      reportUnreachable();
      return true;
    },
    retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
    mutationFn: async (edit: SegmentEdit) => {
      const { segment } = edit;
      const expected_version = currentVersion(cache.client, segment.id, segment.version);
      const data = await sendEdit(fileId, edit, expected_version);
      noteOwnVersion(cache.client, segment.id, expected_version, data.version);
      return data;
    },
    onMutate: async ({ segment, text, speaker_id, speaker }) => {
      const before = await cache.change((transcript) => {
        const label = speaker ?? transcript.speakers.find(({ id }) => id === speaker_id)?.label;
        return withSegment(transcript, segment.id, {
          ...(text === undefined ? {} : { text }),
          ...(speaker_id === undefined ? {} : { speaker_id }),
          ...(label === undefined ? {} : { speaker: label }),
        });
      });
      return before && findSegment(before, segment.id);
    },
    onSuccess: ({ revision, ...segment }) => {
      const isNewSpeaker = !cache.get()?.speakers.some(({ id }) => id === segment.speaker_id);
      cache.saved(revision, (transcript) => withSegment(transcript, segment.id, segment));
      if (isNewSpeaker) void cache.refresh();
      void cache.refreshMaterial();
    },
    onError: async (_error, edit, before) => {
      refusedEdits.add(edit);
      if (before) await cache.change((transcript) => withSegment(transcript, edit.segment.id, before));
      await cache.refresh();
    },
  });
}

interface Split {
  segment: Pick<Segment, 'id' | 'version'>;
  /** In UTF-16 code units, for the optimistic change. */
  at: number;
  at_character: number;
  at_seconds: number;
}

export function useSplitSegment(fileId: string) {
  const cache = useTranscriptCache(fileId);
  return useMutation({
    ...scopeOf(fileId),
    mutationFn: async ({ segment, at_character, at_seconds }: Split) => {
      const expected_version = currentVersion(cache.client, segment.id, segment.version);
      const call = api.POST('/v1/files/{fileId}/transcript/segments/{segmentId}/split', {
        params: { path: { fileId, segmentId: segment.id } },
        body: { at_character, at_seconds, expected_version },
      });
      const { data } = await unwrap(call);
      noteOwnVersion(cache.client, segment.id, expected_version, data.revision);
      return data;
    },
    onMutate: ({ segment, at, at_seconds }) =>
      cache.change((transcript) => withSplit(transcript, segment.id, at, at_seconds)),
    onSuccess: (change) => {
      cache.saved(change.revision, (transcript) => withChange(transcript, change));
      void cache.refreshMaterial();
    },
    onError: async (_error, _split, before) => {
      if (before) await cache.change(() => before);
      await cache.refresh();
    },
  });
}

/** Joins a segment with the next one. */
export function useJoinSegment(fileId: string) {
  const cache = useTranscriptCache(fileId);
  return useMutation({
    ...scopeOf(fileId),
    mutationFn: async (segment: Pick<Segment, 'id' | 'version'>) => {
      const expected_version = currentVersion(cache.client, segment.id, segment.version);
      const call = api.POST('/v1/files/{fileId}/transcript/segments/{segmentId}/join', {
        params: { path: { fileId, segmentId: segment.id } },
        body: { expected_version },
      });
      const { data } = await unwrap(call);
      noteOwnVersion(cache.client, segment.id, expected_version, data.revision);
      return data;
    },
    onMutate: (segment) => cache.change((transcript) => withJoin(transcript, segment.id)),
    onSuccess: (change) => {
      cache.saved(change.revision, (transcript) => withChange(transcript, change));
      void cache.refreshMaterial();
    },
    onError: async (_error, _segment, before) => {
      if (before) await cache.change(() => before);
      await cache.refresh();
    },
  });
}

export function useRenameSpeaker(fileId: string) {
  const cache = useTranscriptCache(fileId);
  return useMutation({
    ...scopeOf(fileId),
    mutationFn: async ({ id, label }: { id: string; label: string }) => {
      const call = api.PATCH('/v1/files/{fileId}/transcript/speakers/{speakerId}', {
        params: { path: { fileId, speakerId: id } },
        body: { label },
      });
      return (await unwrap(call)).data;
    },
    onMutate: async ({ id, label }) => {
      const before = await cache.change((transcript) => withSpeaker(transcript, id, { label }));
      return before?.speakers.find((speaker) => speaker.id === id);
    },
    onSuccess: ({ revision, ...speaker }) => {
      cache.saved(revision, (transcript) => withSpeaker(transcript, speaker.id, speaker));
      void cache.refreshMaterial();
    },
    onError: async (_error, { id }, before) => {
      if (before) await cache.change((transcript) => withSpeaker(transcript, id, before));
    },
  });
}

export function useMergeSpeakers(fileId: string) {
  const cache = useTranscriptCache(fileId);
  return useMutation({
    ...scopeOf(fileId),
    mutationFn: async ({ id, intoId }: { id: string; intoId: string }) => {
      const call = api.POST('/v1/files/{fileId}/transcript/speakers/{speakerId}/merge', {
        params: { path: { fileId, speakerId: id } },
        body: { into_speaker_id: intoId },
      });
      return (await unwrap(call)).data;
    },
    onMutate: ({ id, intoId }) => cache.change((transcript) => withMergedSpeaker(transcript, id, intoId)),
    onSuccess: (transcript) => {
      cache.saved(transcript.revision, () => transcript);
      void cache.refreshMaterial();
    },
    onError: async (_error, _merge, before) => {
      if (before) await cache.change(() => before);
    },
  });
}

/** Makes an earlier revision the current one. The revisions in between remain. */
export function useRevertTranscript(fileId: string) {
  const cache = useTranscriptCache(fileId);
  return useMutation({
    ...scopeOf(fileId),
    mutationFn: async (revision: number) => {
      const call = api.POST('/v1/files/{fileId}/transcript/revert', { ...path(fileId), body: { revision } });
      return (await unwrap(call)).data;
    },
    onSuccess: ({ detached_anchors: _, ...transcript }) => {
      cache.saved(transcript.revision, () => transcript);
      void cache.refreshMaterial();
    },
  });
}
