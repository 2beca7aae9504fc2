import type { Feature } from '../../feature.ts';
import { noteRoutes } from './routes.ts';
import { noteRecords } from './store.ts';

export const createNotes = (): Feature => ({ routes: noteRoutes(), taggableTypes: [noteRecords] });
