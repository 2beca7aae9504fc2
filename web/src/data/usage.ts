import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Usage = Schemas['Usage'];

/** The usage of the last days, or of the current month. */
export const usageQuery = (days?: number) =>
  queryOptions({
    queryKey: [...keys.usage, days ?? 'month'] as const,
    queryFn: async () => {
      const query = days === undefined ? {} : { from: utcDay(Date.now() - (days - 1) * 86_400_000) };
      return (await unwrap(api.GET('/v1/usage', { params: { query } }))).data;
    },
    placeholderData: keepPreviousData,
  });

/** The server counts in days of UTC. */
const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10);
