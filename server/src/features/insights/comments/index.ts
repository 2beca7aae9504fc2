import type { Feature, Registered } from '../../feature.ts';
import { commentTexts } from './redact.ts';
import { commentRoutes } from './routes.ts';
import { commentUses } from './store.ts';

export const createComments = ({ registered }: { registered: Registered }): Feature => ({
  routes: commentRoutes(registered.recordsOf),
  texts: [commentTexts],
  usesOfFile: [commentUses],
});
