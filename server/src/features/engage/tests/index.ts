import type { Feature } from '../../feature.ts';
import { engageRoutes } from './engage-routes.ts';
import type { PublishingDeps } from './publishing.ts';
import { testRoutes } from './routes.ts';
import { Test } from './schema.ts';
import { getTest } from './service.ts';

export type {
  Consent,
  Moderator,
  PostDetails,
  Scheduling,
  Screener,
  Slot,
  TestStatus,
  TestType,
  VersionContent,
} from './content.ts';
export { testTypes } from './content.ts';
export { endOfDeadline, endOfDeadlineEverywhere } from './deadline.ts';
export { optionsMax } from './limits.ts';
export {
  type Option,
  type Question,
  type QuestionType,
  questionTypes,
  type Rule,
  type Scale,
  traits,
} from './question.ts';
export { takeResponseNumber } from './response-numbers.ts';
export { toTest } from './schema.ts';
export { getTest } from './service.ts';
export type { TestRow } from './store.ts';
export { findPublishedTest, getVersionContent, type PublishedTest } from './versions.ts';

export const createTests = (deps: PublishingDeps): Feature => ({
  routes: [...testRoutes(deps), ...engageRoutes(deps)],
  references: { test: (reader, id) => getTest(reader, id) },
  eventPayloads: { 'test.published': Test },
});
