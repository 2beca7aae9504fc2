import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { adoptTheme, readTheme, setTheme, type Theme } from '../lib/theme.ts';
import { keys } from './keys.ts';

export type Me = Schemas['Me'];

export const meQuery = queryOptions({
  queryKey: keys.me,
  async queryFn() {
    const { data } = await unwrap(api.GET('/v1/me'));
    // The choice belongs to the person: it may have been made in another browser.
    adoptTheme(data.theme);
    return data;
  },
  staleTime: 300_000,
});

export const useMe = (): Me => useSuspenseQuery(meQuery).data;

export const canWrite = (me: Me) => me.role !== 'viewer';
export const canManageApiKeys = (me: Me) => me.role === 'owner' || me.role === 'admin';
export const canManageMembers = (me: Me) => me.role === 'owner' || me.role === 'admin';

export type MeChange = Partial<Pick<Me, 'name' | 'timezone' | 'theme' | 'inbox_mail'>>;

/** Shows the change at once and takes it back if the server refuses it. */
export function useUpdateMe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: MeChange) => (await unwrap(api.PATCH('/v1/me', { body: change }))).data,
    async onMutate(change) {
      await queryClient.cancelQueries(meQuery);
      const before = queryClient.getQueryData(meQuery.queryKey);
      if (before) queryClient.setQueryData(meQuery.queryKey, { ...before, ...change });
      return { before };
    },
    onError: (_error, _change, context) => {
      if (context?.before) queryClient.setQueryData(meQuery.queryKey, context.before);
    },
    onSuccess(me) {
      adoptTheme(me.theme);
      queryClient.setQueryData(meQuery.queryKey, me);
      void queryClient.invalidateQueries({ queryKey: keys.members });
    },
  });
}

/** Changes the colours at once, and for the other browsers of the person. */
export function useChangeTheme(onError?: (error: unknown) => void) {
  const update = useUpdateMe();
  return (theme: Theme): void => {
    const before = readTheme();
    setTheme(theme);
    update.mutate(
      { theme },
      {
        onError(error) {
          setTheme(before);
          onError?.(error);
        },
      },
    );
  };
}
