import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';

export type Me = Schemas['Me'];

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => (await unwrap(api.GET('/v1/me'))).data,
  staleTime: 300_000,
});

export const useMe = (): Me => useSuspenseQuery(meQuery).data;

export const canWrite = (me: Me) => me.role !== 'viewer';
export const canManageApiKeys = (me: Me) => me.role === 'owner' || me.role === 'admin';
