import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';

export type Usage = Schemas['Usage'];

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async () => (await unwrap(api.GET('/v1/usage'))).data,
});
