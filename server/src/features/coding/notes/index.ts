import type { Feature } from '../../feature.ts';
import { noteRoutes } from './routes.ts';
import { noteRecords } from './store.ts';

export { redactNotes, removeNotesAbout } from './redact.ts';

export const createNotes = (): Feature => ({ routes: noteRoutes(), taggableTypes: [noteRecords] });
