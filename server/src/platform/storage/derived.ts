import { derived } from '../database/derived/declaration.ts';

export const blobDeletions = derived('blob_deletions', {
  storage: { bytes: (row) => `${row}.held_bytes`, workspace: 'held_by', eachRow: true },
});
