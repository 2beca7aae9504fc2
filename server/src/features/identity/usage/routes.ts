import { type Route, route } from '../../../http/route.ts';
import { Usage, UsageQuery } from './schema.ts';
import { readUsage } from './service.ts';

export const usageRoutes = (selfHostedPerMinute: number): Route[] => [
  route({
    method: 'GET',
    path: '/usage',
    operationId: 'getUsage',
    tag: 'Identity',
    summary: 'Get your requests and the remaining credits of the plan',
    description: 'Request counts are a few seconds old; credits are exact.',
    status: 200,
    query: UsageQuery,
    data: Usage,
    handler: async ({ db, principal, query, now }) => ({
      data: await readUsage(db, principal, query, selfHostedPerMinute, now),
    }),
  }),
];
