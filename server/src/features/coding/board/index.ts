import type { Feature } from '../../feature.ts';
import { boardRoutes } from './board-routes.ts';
import { cardRoutes } from './card-routes.ts';
import { cardRecords, cardUses, unassignCards } from './card-store.ts';
import { defaultLanes } from './default-lanes.ts';
import { laneRoutes } from './lane-routes.ts';
import { getLane } from './lane-service.ts';
import { cardTexts, laneTexts } from './redact.ts';

export { Card, toCard } from './card-schema.ts';
export { type CardRow, listCards, listCardsCiting } from './card-store.ts';

export const createBoard = (): Feature => ({
  routes: [...boardRoutes(), ...laneRoutes(), ...cardRoutes()],
  records: [cardRecords],
  texts: [laneTexts, cardTexts],
  usesOfFile: [cardUses],
  handOver: unassignCards,
  defaultLanes,
  references: { lane: getLane },
});
