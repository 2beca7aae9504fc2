import type { Feature } from '../feature.ts';
import { taggingTexts, tagTexts } from './redact.ts';
import { tagRoutes } from './routes.ts';
import { Tag } from './schema.ts';
import { getTag, type TagDeps } from './service.ts';
import { taggingUses } from './tagging-store.ts';

export { Color, TagIds } from './schema.ts';
export { emitCreated, getTag, newTag, type TagDeps } from './service.ts';
export { findTagFaults, setTags, type TaggedRecord } from './set-tags.ts';
export {
  countTags,
  insertTags,
  lockTags,
  readTagNames,
  removeTags,
  type TagRow,
  tagRecords,
} from './store.ts';
export { newTagging, type TaggingRow } from './tagging-row.ts';
export {
  acceptTaggings,
  applySuggestions,
  countTaggingsOn,
  findTaggedTargets,
  findTaggingIds,
  findTaggingsOn,
  findTagIdsOfTaggings,
  hasTag,
  highlightTagIdsOf,
  highlightTagsMax,
  insertTaggings,
  removeTagging,
  removeTaggingsOn,
  setTaggingStatuses,
  tagIdsOf,
  usesTag,
} from './tagging-store.ts';
export { type TargetType, targetTypes } from './targets.ts';

/** The tags of a project, and which records have them. Tags of passages are in `coding/taggings`. */
export const createTags = (deps: TagDeps): Feature => ({
  routes: tagRoutes(deps),
  texts: [tagTexts, taggingTexts],
  references: { tag: getTag },
  usesOfFile: [taggingUses],
  eventPayloads: { 'tag.created': Tag },
});
