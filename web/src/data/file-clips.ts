import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Clip = Schemas['Clip'];

/** All clips of a file, by their place in the recording. */
export const fileClipsQuery = (projectId: string, fileId: string) =>
  queryOptions({
    queryKey: keys.clips(projectId, { fileId }),
    queryFn: async () => {
      const clips: Clip[] = [];
      let cursor: string | undefined;
      do {
        const page = await unwrap(
          api.GET('/v1/projects/{projectId}/clips', {
            params: { path: { projectId }, query: { file_id: fileId, limit: 100, cursor } },
          }),
        );
        clips.push(...page.data);
        cursor = page.meta.next_cursor ?? undefined;
      } while (cursor);
      return clips.toSorted((a, b) => a.start_seconds - b.start_seconds);
    },
    // Live updates refetch the list; this is for the time when they do not arrive.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'processing') ? 3_000 : false,
  });

function useRefresh(projectId: string, fileId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [keys.clips(projectId), keys.material(fileId), keys.project(projectId)].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

export interface NewClip {
  name: string;
  start_seconds: number;
  end_seconds: number;
  captions?: boolean;
}

export function useCreateFileClip(projectId: string, fileId: string) {
  const refresh = useRefresh(projectId, fileId);
  return useMutation({
    mutationFn: async (clip: NewClip) =>
      (
        await unwrap(
          api.POST('/v1/projects/{projectId}/clips', {
            params: { path: { projectId } },
            body: { ...clip, file_id: fileId },
          }),
        )
      ).data,
    onSuccess: refresh,
  });
}

/** The name changes at once and changes back if the server refuses it. */
export function useRenameFileClip(projectId: string, fileId: string) {
  const client = useQueryClient();
  const refresh = useRefresh(projectId, fileId);
  const { queryKey } = fileClipsQuery(projectId, fileId);
  const setName = (id: string, name: string) =>
    client.setQueryData(queryKey, (clips) =>
      clips?.map((clip) => (clip.id === id ? { ...clip, name } : clip)),
    );
  return useMutation({
    mutationFn: async ({ clip, name }: { clip: Clip; name: string }) =>
      (
        await unwrap(
          api.PATCH('/v1/clips/{clipId}', { params: { path: { clipId: clip.id } }, body: { name } }),
        )
      ).data,
    onMutate: async ({ clip, name }) => {
      await client.cancelQueries({ queryKey });
      setName(clip.id, name);
    },
    onError: (_error, { clip }) => setName(clip.id, clip.name),
    onSettled: () => void refresh(),
  });
}

/** Creates the public link, which anyone can open, or ends it. */
export function useShareFileClip(projectId: string, fileId: string) {
  const refresh = useRefresh(projectId, fileId);
  return useMutation({
    mutationFn: async ({ clip, shared }: { clip: Clip; shared: boolean }) => {
      const params = { params: { path: { clipId: clip.id } } };
      return shared
        ? (await unwrap(api.POST('/v1/clips/{clipId}/share', params))).data
        : (await unwrap(api.DELETE('/v1/clips/{clipId}/share', params))).data;
    },
    onSuccess: refresh,
  });
}

export function useDeleteFileClip(projectId: string, fileId: string) {
  const refresh = useRefresh(projectId, fileId);
  return useMutation({
    mutationFn: (clipId: string) =>
      unwrap(api.DELETE('/v1/clips/{clipId}', { params: { path: { clipId } } })),
    onSuccess: refresh,
  });
}
