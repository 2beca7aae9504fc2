import type { Feature } from '../../feature.ts';
import { coverageRoutes } from './routes.ts';

/** How much of the material findings use. It has no tables of its own. */
export const createCoverage = (): Feature => ({ routes: coverageRoutes() });
