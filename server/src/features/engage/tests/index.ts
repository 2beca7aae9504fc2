import type { Feature } from '../../feature.ts';
import { testRoutes } from './routes.ts';
import { getTest } from './service.ts';

export { getTest } from './service.ts';

export const createTests = (): Feature => ({ routes: testRoutes(), references: { test: getTest } });
