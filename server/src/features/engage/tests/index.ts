import type { Feature } from '../../feature.ts';
import { testRoutes } from './routes.ts';

export const createTests = (): Feature => ({ routes: testRoutes() });
