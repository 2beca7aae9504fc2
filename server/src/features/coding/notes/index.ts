import type { Feature } from '../../feature.ts';
import { noteRoutes } from './routes.ts';
import type { NoteSources } from './service.ts';
import { noteRecords } from './store.ts';

export { redactNotes, removeNotesAbout } from './redact.ts';
export { Note, toNote } from './schema.ts';
export type { NoteSources } from './service.ts';
export { listNotes } from './store.ts';

export const createNotes = (sources: NoteSources): Feature => ({
  routes: noteRoutes(sources),
  taggableTypes: [noteRecords],
});
