import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, askApp, get, type Me } from './api.ts';

export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => askApp<{ user_id: string } | null>('GET', '/sign-in'),
  staleTime: Number.POSITIVE_INFINITY,
});

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => (await get(api.GET('/v1/me'))).data,
  staleTime: 300_000,
});

export const useMe = (): Me => useSuspenseQuery(meQuery).data;

export const mayWrite = (me: Me) => me.role !== 'viewer';
export const mayMakeKeys = (me: Me) => me.role === 'owner' || me.role === 'admin';

export const signIn = (input: { email: string; password: string }) =>
  askApp<{ user_id: string }>('POST', '/sign-in', input);

/** Forgets all that was read: the next person at this browser sees none of it. */
export async function signOut(queries: QueryClient): Promise<void> {
  await askApp('POST', '/sign-out');
  queries.clear();
}
