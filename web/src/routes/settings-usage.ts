import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsRoute } from './settings.ts';

interface UsageSearch {
  period?: 'month' | '30' | '90';
  view?: 'chart' | 'table';
}

export const usageRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/usage',
  // A period in the address is a number for the router.
  validateSearch: ({ period, view }: Record<string, unknown>): UsageSearch => ({
    ...(['30', '90'].includes(String(period)) ? { period: String(period) as '30' | '90' } : {}),
    ...(view === 'table' ? { view } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/usage/usage-page.tsx'), 'UsagePage'),
});
