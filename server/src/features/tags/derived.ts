import { derived } from '../../platform/database/derived/declaration.ts';

/** Counting changes tags, so only updates by people are live. */
export const tags = derived('tags', {
  live: { type: 'tag', updated: ['name', 'description', 'color', 'parent_id'] },
  activity: {},
  counts: [{ on: 'projects', column: 'tag_count' }],
  searchName: { type: 'tag' },
});

export const taggings = derived('taggings', {
  live: { type: 'tagging', file: 'file_id' },
  activity: { file: true },
  sql: ['count-tag-usage.sql'],
});
