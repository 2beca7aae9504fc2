import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { Feature } from '../../feature.ts';
import { boardGroupRoutes } from './routes.ts';

/** Proposes lanes for the cards of a board. It writes nothing: the browser creates the lanes that a person confirms. */
export const createBoardGroups = (deps: { embedder: Embedder }): Feature => ({
  routes: boardGroupRoutes(deps.embedder),
});
