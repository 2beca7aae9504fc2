import { derived } from '../../../platform/database/derived/declaration.ts';

export const clips = derived('clips', {
  live: { type: 'clip', file: 'file_id' },
  activity: { file: true },
  counts: [{ on: 'projects', column: 'clip_count' }],
  searchName: { type: 'clip', file: 'file_id', seconds: 'start_seconds' },
  taggable: 'record',
  blobs: 'clips',
});
