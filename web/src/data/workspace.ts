import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Workspace = Schemas['Workspace'];

export const workspaceQuery = queryOptions({
  queryKey: keys.workspace,
  queryFn: async () => (await unwrap(api.GET('/v1/workspace'))).data,
});

/** Whether this server can send mail; undefined until it is known. */
export const useSendsMail = (): boolean | undefined => useQuery(workspaceQuery).data?.sends_mail;

export interface WorkspaceChange {
  name?: string;
  retention_days?: number | null;
  retention_deletes?: boolean;
  ai?: { redaction: boolean | null };
}

export function useUpdateWorkspace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: WorkspaceChange) =>
      (await unwrap(api.PATCH('/v1/workspace', { body: change }))).data,
    onSuccess: (workspace) => queryClient.setQueryData(workspaceQuery.queryKey, workspace),
  });
}
