import type { Route } from '../../../http/route.ts';
import { cardRoutes } from './card-routes.ts';
import { laneRoutes } from './lane-routes.ts';

export { getLane } from './lane-service.ts';
export const boardRoutes = (): Route[] => [...laneRoutes(), ...cardRoutes()];
