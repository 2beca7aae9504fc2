import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Coverage = Schemas['Coverage'];
export type FileCoverage = Coverage['files'][number];
export type UnusedPassage = NonNullable<Coverage['unused_passages']>[number];

/** How much of what participants said is used, and the strongest passages that no finding uses. */
export const coverageQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.insights(projectId, 'coverage'),
    queryFn: async (): Promise<Coverage> =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/coverage', {
            params: { path: { projectId }, query: { unused: true } },
          }),
        )
      ).data,
    staleTime: 30_000,
  });

export const tagPassage = async (tagId: string, segmentId: string) =>
  (
    await unwrap(
      api.POST('/v1/tags/{tagId}/taggings', {
        params: { path: { tagId } },
        body: { target_type: 'segment', target_id: segmentId },
      }),
    )
  ).data;

export const untagPassage = (taggingId: string) =>
  unwrap(api.DELETE('/v1/taggings/{taggingId}', { params: { path: { taggingId } } }));

/** A card at the end of the first lane, with the passage as its evidence. */
export const createPassageCard = async (projectId: string, title: string, segmentId: string) =>
  (
    await unwrap(
      api.POST('/v1/projects/{projectId}/cards', {
        params: { path: { projectId } },
        body: { title, evidence: [{ segment_id: segmentId }] },
      }),
    )
  ).data;

export const deletePassageCard = (cardId: string) =>
  unwrap(api.DELETE('/v1/cards/{cardId}', { params: { path: { cardId } } }));
