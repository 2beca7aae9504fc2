import type { Feature } from '../../feature.ts';
import { coverageRoutes } from './routes.ts';

export { readCoverageTotals } from './store.ts';

/** How much of the material findings use. It has no tables of its own. */
export const createCoverage = (): Feature => ({ routes: coverageRoutes() });
