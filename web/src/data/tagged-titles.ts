import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

/** The titles of the cards that have the tag, by id. Only the first hundred: the others are shown without a title. */
export const taggedCardTitlesQuery = (projectId: string, tagId: string) =>
  queryOptions({
    queryKey: keys.taggings(projectId, { tagId, titlesOf: 'cards' }),
    queryFn: async () => {
      const { data } = await unwrap(
        api.GET('/v1/projects/{projectId}/cards', {
          params: { path: { projectId }, query: { tag_id: tagId, limit: 100 } },
        }),
      );
      return new Map(data.map(({ id, title }) => [id, title]));
    },
  });

/** The notes that have the tag, by id. Only the first hundred. */
export const taggedNotesQuery = (projectId: string, tagId: string) =>
  queryOptions({
    queryKey: keys.taggings(projectId, { tagId, titlesOf: 'notes' }),
    queryFn: async () => {
      const { data } = await unwrap(
        api.GET('/v1/projects/{projectId}/notes', {
          params: { path: { projectId }, query: { tag_id: tagId, limit: 100 } },
        }),
      );
      return new Map(data.map((note) => [note.id, note]));
    },
  });
