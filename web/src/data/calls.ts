import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';

export type Session = Schemas['Session'];
export type Question = Schemas['Question'];
export type TestGuide = Schemas['Test'];

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId],
    queryFn: async () =>
      (await unwrap(api.GET('/v1/engage/sessions/{sessionId}', { params: { path: { sessionId } } }))).data,
  });

/** The calls that can be entered or are agreed, the next one first. */
export const openCallsQuery = queryOptions({
  queryKey: ['sessions', 'open'],
  queryFn: async () => {
    const query = { status: 'scheduled,waiting,in_progress', kind: 'live', limit: 100 } as const;
    const { data } = await unwrap(api.GET('/v1/engage/sessions', { params: { query } }));
    return data.toSorted((a, b) => (a.scheduled_start_at ?? '').localeCompare(b.scheduled_start_at ?? ''));
  },
});

/** The test whose questions are the guide of the interview. */
export const guideQuery = (testId: string) =>
  queryOptions({
    queryKey: ['test', testId],
    queryFn: async () => (await unwrap(api.GET('/v1/tests/{testId}', { params: { path: { testId } } }))).data,
  });
