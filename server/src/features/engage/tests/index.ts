import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Feature } from '../../feature.ts';
import { closeExpiredTests } from './close-expired.ts';
import { engageRoutes } from './engage-routes.ts';
import type { PublishingDeps } from './publishing.ts';
import { testRoutes } from './routes.ts';
import { Test } from './schema.ts';
import { getTest } from './service.ts';
import { testRecords, testUses } from './store.ts';

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
export { endOfDeadline } from './deadline.ts';
export { optionsMax } from './limits.ts';
export {
  type Option,
  type Question,
  type QuestionType,
  questionTypes,
  type Rule,
  type Scale,
} from './question.ts';
export { takeResponseNumber } from './response-numbers.ts';
export { type DecidingAnswer, ruleApplies } from './rule-applies.ts';
export { getTest } from './service.ts';
export type { TestRow } from './store.ts';
export { findCurrentContent, findPublishedTest, getVersionContent, type PublishedTest } from './versions.ts';

interface TestsDeps extends PublishingDeps {
  db: Db;
  clock: Clock;
}

export const createTests = (deps: TestsDeps): Feature => ({
  // The routes under /tests come last: `Location` names the last path that reads a test.
  routes: [...engageRoutes(deps), ...testRoutes(deps)],
  references: { test: (reader, id) => getTest(reader, id) },
  usesOfFile: [testUses],
  records: [testRecords],
  eventPayloads: { 'test.published': Test },
  periodic: [closeExpiredTests(deps)],
});
