import type { Feature, Registered } from '../../feature.ts';
import { noteTexts } from './redact.ts';
import { noteRoutes } from './routes.ts';
import { noteRecords, noteUses } from './store.ts';

export { removeNotesAbout } from './redact.ts';
export { Note, toNote } from './schema.ts';
export { listNotes } from './store.ts';

export const createNotes = ({ registered }: { registered: Registered }): Feature => ({
  routes: noteRoutes(registered.recordsOf),
  records: [noteRecords],
  texts: [noteTexts],
  usesOfFile: [noteUses],
});
