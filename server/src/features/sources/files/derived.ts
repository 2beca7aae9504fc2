import { derived } from '../../../platform/database/derived/declaration.ts';

export const files = derived('files', {
  live: { type: 'file', file: 'id', moves: true },
  activity: {},
  counts: [{ on: 'projects', column: 'file_count' }],
  searchName: { type: 'file', file: 'id' },
  taggable: 'file',
  blobs: 'files',
  storage: { bytes: (row) => `${row}.charged_bytes`, workspace: 'workspace_id' },
  sql: ['move-parts-of-file.sql'],
});

export const fileActivity = derived('file_activity', {
  deletedWith: [{ table: 'files', where: { file_id: 'id' } }],
});

export const uploadLocks = derived('upload_locks', {
  none: 'Leases of requests, which only the upload reads.',
});
