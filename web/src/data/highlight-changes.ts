import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { isNotFound } from '../lib/errors.ts';
import type { Highlight } from './highlights.ts';
import { keys } from './keys.ts';

/** Taggings in one request. */
const createMax = 500;
/** Requests at once. */
const parallel = 4;

async function each<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>) {
  const waiting = [...items];
  const results: Result[] = [];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      results.push(await run(item));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

/** A tag of a highlight, as it is created. */
export interface TagOn {
  highlight: Highlight;
  tagId: string;
}

/** Returns the ids of the new taggings. Highlights that have the tag already, or whose words are gone, are left out. */
export async function createTaggings(projectId: string, tags: readonly TagOn[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < tags.length; from += createMax) {
    const taggings = tags
      .slice(from, from + createMax)
      .map(({ highlight, tagId }) => ({ tag_id: tagId, ...placeOf(highlight) }));
    const { data } = await unwrap(
      api.POST('/v1/projects/{projectId}/taggings', {
        params: { path: { projectId } },
        body: { taggings },
      }),
    );
    ids.push(...data.flatMap(({ tagging }) => tagging?.id ?? []));
  }
  return ids;
}

/** Where a tagging of the same passage, clip or response is. */
const placeOf = ({ target_type, target_id, segment_id, ...place }: Highlight) =>
  segment_id === null
    ? { target_type, target_id }
    : {
        target_type: 'segment' as const,
        target_id: segment_id,
        start_character: place.start_character,
        end_segment_id: place.end_segment_id,
        end_character: place.end_character,
      };

/** A tagging that is gone already is no failure. */
const ignoreNotFound = (error: unknown) => {
  if (!isNotFound(error)) throw error;
};

export const deleteTaggings = (ids: readonly string[]) =>
  each(ids, (taggingId) =>
    unwrap(api.DELETE('/v1/taggings/{taggingId}', { params: { path: { taggingId } } })).catch(ignoreNotFound),
  );

/** The cards that were changed last, to choose one. It reads no lanes, so that pages with evidence do not load the board. */
export const cardTitlesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.board(projectId), 'titles'] as const,
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/cards', {
            params: { path: { projectId }, query: { sort: '-updated_at', limit: 100 } },
          }),
        )
      ).data,
  });

export type NewEvidence = NonNullable<Schemas['CardCreate']['evidence']>[number];

/** What a card stores of a highlight; undefined for a written answer. */
export const evidenceOf = (highlight: Highlight): NewEvidence | undefined => {
  if (highlight.target_type === 'clip') return { clip_id: highlight.target_id };
  if (highlight.segment_id === null) return undefined;
  return {
    file_id: highlight.file_id,
    segment_id: highlight.segment_id,
    start_character: highlight.start_character,
    end_segment_id: highlight.end_segment_id,
    end_character: highlight.end_character,
  };
};

const readCard = async (cardId: string) =>
  (await unwrap(api.GET('/v1/cards/{cardId}', { params: { path: { cardId } } }))).data;

export const addToCard = (cardId: string, highlights: readonly Highlight[]) =>
  addEvidence(
    cardId,
    highlights.flatMap((highlight) => evidenceOf(highlight) ?? []),
  );

/** Adds passages to the end of a card. Returns what the card had before and has now, for undo. */
export async function addEvidence(cardId: string, added: readonly NewEvidence[]) {
  const { evidence: before, version } = await readCard(cardId);
  const { data } = await unwrap(
    api.PATCH('/v1/cards/{cardId}', {
      params: { path: { cardId } },
      body: { evidence: [...before, ...added], expected_version: version },
    }),
  );
  return { before, after: data.evidence, version: data.version };
}

/** The server refuses it if another person changed the card since. Returns the new version. */
export async function setEvidence(cardId: string, evidence: NewEvidence[], version: number): Promise<number> {
  const { data } = await unwrap(
    api.PATCH('/v1/cards/{cardId}', {
      params: { path: { cardId } },
      body: { evidence, expected_version: version },
    }),
  );
  return data.version;
}

export async function createCard(projectId: string, title: string, highlights: readonly Highlight[]) {
  const evidence = highlights.flatMap((highlight) => evidenceOf(highlight) ?? []);
  const { data } = await unwrap(
    api.POST('/v1/projects/{projectId}/cards', {
      params: { path: { projectId } },
      body: { title, evidence },
    }),
  );
  return data.id;
}

export const deleteCard = (cardId: string) =>
  unwrap(api.DELETE('/v1/cards/{cardId}', { params: { path: { cardId } } }));

const clipNameMax = 80;

/** Cuts a clip of each highlight that has sound. Returns the ids of the clips. */
export const createClips = (projectId: string, highlights: readonly Highlight[], nameless: string) =>
  each(highlights.filter(hasSound), async (highlight) => {
    const { data } = await unwrap(
      api.POST('/v1/projects/{projectId}/clips', {
        params: { path: { projectId } },
        body: {
          file_id: highlight.file_id ?? '',
          name: [...(highlight.quote ?? nameless)].slice(0, clipNameMax).join(''),
          start_seconds: highlight.start_seconds ?? 0,
          end_seconds: highlight.end_seconds ?? 0,
        },
      }),
    );
    return data.id;
  });

export const deleteClips = (ids: readonly string[]) =>
  each(ids, (clipId) =>
    unwrap(api.DELETE('/v1/clips/{clipId}', { params: { path: { clipId } } })).catch(ignoreNotFound),
  );

export const hasSound = ({ file_kind, start_seconds, end_seconds }: Highlight): boolean =>
  (file_kind === 'audio' || file_kind === 'video') && start_seconds !== null && end_seconds !== null;
