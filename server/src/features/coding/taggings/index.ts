import { sql } from '../../../platform/database/index.ts';
import type { Feature, Registered } from '../../feature.ts';
import { taggingRoutes } from './routes.ts';

export { readTagsToMatch, type TagToMatch } from './ai-tagging-store.ts';
export { type AiProposal, type AiTagging, writeAiTaggings } from './ai-taggings.ts';
export { Tagging, toTagging } from './schema.ts';
export { listTaggings, readTaggings } from './store.ts';

/** Tags on records and on passages of transcripts. */
export const createTaggings = ({ registered }: { registered: Registered }): Feature => ({
  routes: taggingRoutes(registered.recordsOf),
  records: [{ kind: 'tagging', rows: sql`select id, project_id, file_id from taggings` }],
});
