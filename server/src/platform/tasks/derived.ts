import { derived } from '../database/derived/declaration.ts';

export const tasks = derived('tasks', { none: 'Workers claim the rows; nothing else shows them.' });
