import type { Feature } from '../../feature.ts';
import { cardRoutes } from './card-routes.ts';
import { cardRecords } from './card-store.ts';
import { laneRoutes } from './lane-routes.ts';
import { getLane } from './lane-service.ts';

export { defaultLanes } from './default-lanes.ts';
export { redactCards } from './redact.ts';

export const createBoard = (): Feature => ({
  routes: [...laneRoutes(), ...cardRoutes()],
  taggableTypes: [cardRecords],
  references: { lane: getLane },
});
