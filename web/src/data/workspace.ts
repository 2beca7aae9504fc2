import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';

export type Workspace = Schemas['Workspace'];

export const workspaceQuery = queryOptions({
  queryKey: ['workspace'],
  queryFn: async () => (await unwrap(api.GET('/v1/workspace'))).data,
});
