import type { Feature } from '../../feature.ts';
import { highlightRoutes } from './routes.ts';

/** The highlights of a project: each passage once, with all its tags. It has no tables of its own. */
export const createHighlights = (): Feature => ({ routes: highlightRoutes() });
