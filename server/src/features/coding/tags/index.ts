import type { Route } from '../../../http/route.ts';
import { tagRoutes as routesOfTags } from './routes.ts';
import type { TagDeps } from './service.ts';
import { taggingRoutes } from './tagging-routes.ts';

export const tagRoutes = (deps: TagDeps): Route[] => [...routesOfTags(deps), ...taggingRoutes()];

export { endToleranceSeconds, findPlaceFaults, spanFaults } from './places.ts';
export { Color, Tag, TagIds } from './schema.ts';
export { getTag, type TagDeps } from './service.ts';
export { Seconds } from './tagging-schema.ts';
export { setTags, type TagBearer } from './tagging-service.ts';
export { carriesTag, tagIdsOf } from './tagging-store.ts';
export {
  findClipPlaces,
  findInProject,
  findReferenceFaults,
  type Reference,
  requireReferences,
} from './targets.ts';
