import type { Feature } from '../../feature.ts';
import { noteRoutes } from './routes.ts';
import type { NoteSources } from './service.ts';
import { noteRecords } from './store.ts';

export { redactNotes, removeNotesAbout } from './redact.ts';

export type { NoteSources } from './service.ts';

export const createNotes = (sources: NoteSources): Feature => ({
  routes: noteRoutes(sources),
  taggableTypes: [noteRecords],
});
