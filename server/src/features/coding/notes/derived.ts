import { derived } from '../../../platform/database/derived/declaration.ts';

export const notes = derived('notes', {
  live: { type: 'note', file: 'file_id' },
  activity: { file: 'moves' },
  counts: [{ on: 'projects', column: 'note_count' }],
  search: {
    type: 'note',
    title: (row) => `${row}.title`,
    body: (row) => `${row}.body`,
    file: 'file_id',
    seconds: 'start_seconds',
  },
  taggable: 'record',
  // The note retains its place in the deleted file.
  references: [{ to: 'files', field: 'file_id', set: { source_deleted: true } }],
});
