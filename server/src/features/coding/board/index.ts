import type { Feature } from '../../feature.ts';
import { boardRoutes } from './board-routes.ts';
import { cardRoutes } from './card-routes.ts';
import { cardRecords } from './card-store.ts';
import { laneRoutes } from './lane-routes.ts';
import { getLane } from './lane-service.ts';

export { Card, toCard } from './card-schema.ts';
export { listCardsCiting, unassignCards } from './card-store.ts';
export { defaultLanes } from './default-lanes.ts';
export { redactCards } from './redact.ts';

export const createBoard = (): Feature => ({
  routes: [...boardRoutes(), ...laneRoutes(), ...cardRoutes()],
  taggableTypes: [cardRecords],
  references: { lane: getLane },
});
