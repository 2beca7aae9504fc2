import type { Feature } from '../../feature.ts';
import type { ProjectRecords } from '../../projects/index.ts';
import { tagRoutes } from './routes.ts';
import { Tag } from './schema.ts';
import { getTag, type TagDeps } from './service.ts';
import { taggingRoutes } from './tagging-routes.ts';
import { taggableTypesOf } from './targets.ts';

export { countTags, readTagsToMatch, type TagToMatch } from './ai-tagging-store.ts';
export { type AiProposal, type AiTagging, writeAiTaggings } from './ai-taggings.ts';
export { Color, TagIds } from './schema.ts';
export { tagRecords } from './store.ts';
export { Seconds, Tagging, toTagging } from './tagging-schema.ts';
export { findTagFaults, setTags, type TaggedRecord } from './tagging-service.ts';
export {
  countTaggingsOn,
  hasTag,
  highlightTagIdsOf,
  highlightTagsMax,
  listTaggings,
  removeTaggingsOn,
  tagIdsOf,
  usesTag,
} from './tagging-store.ts';
export { endToleranceSeconds, findTimeRangeFaults, spanFaults } from './time-ranges.ts';

export const createTags = (deps: TagDeps & { taggableTypes: ProjectRecords[] }): Feature => ({
  routes: [...tagRoutes(deps), ...taggingRoutes(taggableTypesOf(deps.taggableTypes))],
  references: { tag: getTag },
  eventPayloads: { 'tag.created': Tag },
});
