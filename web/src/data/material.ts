import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { addEvidence, setEvidence } from './highlight-changes.ts';
import { keys } from './keys.ts';
import { type Decision, sendDecision, type Tagging } from './taggings.ts';
import { type Tag, tagsQuery } from './tags.ts';

/** What people and the AI added to a file. */
export interface Material {
  /** Accepted and suggested ones; of passages and of the whole file. */
  taggings: Tagging[];
  /** Cards that cite it. */
  cards: Schemas['Card'][];
}

export const materialQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.material(fileId),
    queryFn: async (): Promise<Material> => {
      const path = { params: { path: { fileId } } };
      const { data } = await unwrap(api.GET('/v1/files/{fileId}/material', path));
      return { taggings: [...data.taggings, ...data.suggestions], cards: data.cards };
    },
    staleTime: 60_000,
  });

/** Words of a transcript, as the API names them. */
export interface PassageInput {
  segment_id: string;
  start_character: number;
  end_segment_id: string;
  end_character: number;
  start_seconds: number;
  end_seconds: number;
}

export interface NewHighlight {
  /** A tag, or a new one. */
  tag: Tag | Pick<Tag, 'name' | 'color'>;
  passage: PassageInput;
  quote: string;
  speaker: string;
}

function useMaterialCache(projectId: string, fileId: string) {
  const client = useQueryClient();
  const { queryKey } = materialQuery(fileId);
  return {
    async change(change: (taggings: Tagging[]) => Tagging[]) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (material) => material && { ...material, taggings: change(material.taggings) },
      );
    },
    get: () => client.getQueryData(queryKey)?.taggings ?? [],
    refresh: () => refreshTagged(client, projectId, fileId),
  };
}

const refreshTagged = (client: QueryClient, projectId: string, fileId: string) =>
  Promise.all(
    [keys.material(fileId), keys.tags(projectId), keys.taggings(projectId), keys.suggestions(projectId)].map(
      (queryKey) => client.invalidateQueries({ queryKey }),
    ),
  );

const isDetached = ({ status, detached }: Tagging) => status === 'accepted' && detached;

/** Counts the highlights whose words an edit of the transcript removed. */
export function useDetachedHighlights(fileId: string) {
  const client = useQueryClient();
  const query = materialQuery(fileId);
  return {
    /** The highlights with words. */
    attached: () =>
      new Set(
        client
          .getQueryData(query.queryKey)
          ?.taggings.flatMap((tagging) => (isDetached(tagging) ? [] : tagging.id)),
      ),
    /** How many of these have no words after the last edit. */
    async count(attachedBefore: ReadonlySet<string>): Promise<number> {
      const { taggings } = await client.fetchQuery({ ...query, staleTime: 0 });
      return taggings.filter((tagging) => isDetached(tagging) && attachedBefore.has(tagging.id)).length;
    },
  };
}

let pendingCount = 0;

/** Shows the highlight at once and removes it again if the server refuses it. A new tag is shown and removed with it. */
export function useCreateHighlight(projectId: string, fileId: string) {
  const cache = useMaterialCache(projectId, fileId);
  const tags = useTagCache(projectId);
  return useMutation({
    mutationFn: async ({ tag, passage }: NewHighlight) => {
      const tagId = 'id' in tag ? tag.id : await tags.create(tag);
      const { segment_id, start_seconds, end_seconds, ...characters } = passage;
      const call = api.POST('/v1/tags/{tagId}/taggings', {
        params: { path: { tagId } },
        body: { target_type: 'segment', target_id: segment_id, start_seconds, end_seconds, ...characters },
      });
      return (await unwrap(call)).data;
    },
    onMutate: async ({ tag, passage, quote, speaker }) => {
      const id = `pending_${++pendingCount}`;
      const tagId = 'id' in tag ? tag.id : tags.addPending(tag, id);
      const pending = pendingTagging({ id, tagId, projectId, fileId, passage, quote, speaker });
      await cache.change((taggings) => [...taggings, pending]);
      return id;
    },
    onSuccess: (tagging, _input, id) =>
      cache.change((taggings) => [
        ...taggings.filter((other) => other.id !== id && other.id !== tagging.id),
        tagging,
      ]),
    onError: (_error, _input, id) => cache.change((taggings) => taggings.filter((other) => other.id !== id)),
    onSettled: (_tagging, _error, _input, id) => {
      if (id) tags.removePending(id);
      void cache.refresh();
    },
  });
}

interface PendingInput extends Pick<NewHighlight, 'passage' | 'quote' | 'speaker'> {
  id: string;
  tagId: string;
  projectId: string;
  fileId: string;
}

function pendingTagging({ id, tagId, projectId, fileId, passage, quote, speaker }: PendingInput): Tagging {
  const now = new Date().toISOString();
  const { segment_id, ...place } = passage;
  return {
    id,
    project_id: projectId,
    tag_id: tagId,
    target_type: 'segment',
    target_id: segment_id,
    file_id: fileId,
    ...place,
    quote,
    speaker,
    detached: false,
    source: 'manual',
    confidence: null,
    status: 'accepted',
    job_id: null,
    created_at: now,
    updated_at: now,
    created_by: null,
  };
}

/** Deletes a tag that nothing uses any more. Returns whether it did. */
export function useDeleteUnusedTag(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (tagId: string): Promise<boolean> => {
      const path = { params: { path: { tagId } } };
      const { data } = await unwrap(api.GET('/v1/tags/{tagId}', path));
      if (data.usage_count > 0) return false;
      await unwrap(api.DELETE('/v1/tags/{tagId}', path));
      return true;
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.tags(projectId) }),
  });
}

/** Tags that are created together with their first highlight. */
function useTagCache(projectId: string) {
  const client = useQueryClient();
  const { queryKey } = tagsQuery(projectId);
  return {
    async create({ name, color }: Pick<Tag, 'name' | 'color'>): Promise<string> {
      const call = api.POST('/v1/projects/{projectId}/tags', {
        params: { path: { projectId } },
        body: { name, color },
      });
      const { data } = await unwrap(call);
      client.setQueryData(queryKey, (known) => known && [...known, data]);
      return data.id;
    },
    addPending({ name, color }: Pick<Tag, 'name' | 'color'>, id: string): string {
      const now = new Date().toISOString();
      const tag: Tag = {
        id,
        project_id: projectId,
        name,
        color,
        description: null,
        parent_id: null,
        usage_count: 1,
        source: 'manual',
        created_at: now,
        updated_at: now,
        created_by: null,
      };
      client.setQueryData(queryKey, (known) => known && [...known, tag]);
      return id;
    },
    removePending: (id: string) =>
      client.setQueryData(queryKey, (known) => known?.filter((tag) => tag.id !== id)),
  };
}

/** Removes a highlight at once; it returns if the server refuses. */
export function useRemoveHighlight(projectId: string, fileId: string) {
  const cache = useMaterialCache(projectId, fileId);
  return useMutation({
    mutationFn: ({ id }: Tagging) =>
      unwrap(api.DELETE('/v1/taggings/{taggingId}', { params: { path: { taggingId: id } } })),
    onMutate: (tagging) => cache.change((taggings) => taggings.filter(({ id }) => id !== tagging.id)),
    onError: (_error, tagging) => cache.change((taggings) => [...taggings, tagging]),
    onSettled: () => void cache.refresh(),
  });
}

/** Shows decisions on suggestions at once; the taggings are as before if the server refuses. */
export function useDecideHighlights(projectId: string, fileId: string) {
  const client = useQueryClient();
  const cache = useMaterialCache(projectId, fileId);
  const mutationKey = ['decide-highlights', fileId];
  const replace = (ids: ReadonlySet<string>, by: Tagging[]) =>
    cache.change((taggings) => [...taggings.filter(({ id }) => !ids.has(id)), ...by]);
  return useMutation({
    mutationKey,
    mutationFn: ({ taggings, status }: { taggings: Tagging[]; status: Decision }) =>
      sendDecision(
        projectId,
        taggings.map(({ id }) => id),
        status,
      ),
    onMutate: async ({ taggings, status }) => {
      const ids = new Set(taggings.map(({ id }) => id));
      const before = cache.get().filter(({ id }) => ids.has(id));
      await replace(ids, status === 'rejected' ? [] : taggings.map((tagging) => ({ ...tagging, status })));
      return { ids, before };
    },
    onError: (_error, _decision, context) => context && replace(context.ids, context.before),
    // Between two quick decisions, the server still has the second one as a suggestion.
    onSettled: () => void (client.isMutating({ mutationKey }) > 1 || cache.refresh()),
  });
}

/** Creates a clip, a note or a card from words of a transcript, and deletes it again for "Undo". */
export function useQuotedRecords(projectId: string, fileId: string) {
  const client = useQueryClient();
  const project = { params: { path: { projectId } } };
  const refresh = () => {
    const stale = [
      keys.material(fileId),
      keys.clips(projectId),
      keys.notes(projectId),
      keys.board(projectId),
    ];
    for (const queryKey of stale) void client.invalidateQueries({ queryKey });
  };
  const done = <Result>(result: Result): Result => {
    refresh();
    return result;
  };
  return {
    createClip: async (name: string, { start_seconds, end_seconds }: PassageInput) => {
      const body = { file_id: fileId, name, start_seconds, end_seconds };
      return done((await unwrap(api.POST('/v1/projects/{projectId}/clips', { ...project, body }))).data);
    },
    createNote: async (text: string, { start_seconds, end_seconds }: PassageInput) => {
      const body = { file_id: fileId, body: text, start_seconds, end_seconds };
      return done((await unwrap(api.POST('/v1/projects/{projectId}/notes', { ...project, body }))).data);
    },
    createCard: async (title: string, passage: PassageInput) => {
      const body = { title, evidence: [{ file_id: fileId, ...passage }] };
      return done((await unwrap(api.POST('/v1/projects/{projectId}/cards', { ...project, body }))).data);
    },
    addToCard: async (cardId: string, passage: PassageInput) =>
      done(await addEvidence(cardId, [{ file_id: fileId, ...passage }])),
    setEvidence: async (...change: Parameters<typeof setEvidence>) => done(await setEvidence(...change)),
    deleteClip: async (clipId: string) =>
      done(await unwrap(api.DELETE('/v1/clips/{clipId}', { params: { path: { clipId } } }))),
    deleteNote: async (noteId: string) =>
      done(await unwrap(api.DELETE('/v1/notes/{noteId}', { params: { path: { noteId } } }))),
    deleteCard: async (cardId: string) =>
      done(await unwrap(api.DELETE('/v1/cards/{cardId}', { params: { path: { cardId } } }))),
  };
}
