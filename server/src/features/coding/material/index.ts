import type { Feature } from '../../feature.ts';
import type { ClipDeps } from '../../sources/clips/index.ts';
import { materialRoutes } from './routes.ts';

/** What was made from a file, in one read. */
export const createMaterial = (deps: Pick<ClipDeps, 'storage' | 'links'>): Feature => ({
  routes: materialRoutes(deps),
});
