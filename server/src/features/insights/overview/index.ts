import type { Feature } from '../../feature.ts';
import { overviewRoutes } from './routes.ts';

/** What the overview of a project shows, in one read. It has no tables of its own. */
export const createOverview = (): Feature => ({ routes: overviewRoutes() });
