import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Person = Pick<Schemas['Member'], 'id' | 'name' | 'email'>;

/** All members of the workspace by name, to show and choose who does something. */
export const peopleQuery = queryOptions({
  queryKey: [...keys.members, 'all'] as const,
  queryFn: async () => {
    const people: Person[] = [];
    let cursor: string | undefined;
    do {
      const page = await unwrap(
        api.GET('/v1/workspace/members', { params: { query: { limit: 100, sort: 'name', cursor } } }),
      );
      people.push(...page.data);
      cursor = page.meta.next_cursor ?? undefined;
    } while (cursor);
    return people;
  },
  staleTime: 300_000,
});
