import { isDeepStrictEqual } from 'node:util';
import type { ErrorDetail } from '../../../foundation/errors.ts';
import { contentOf, type TestStatus } from './content.ts';
import { findContentFaults } from './publish-faults.ts';
import type { TestRow } from './store.ts';

const moderatorStructure = ['mode', 'follow_up_depth', 'max_minutes'] as const;

/**
 * Why a test cannot be changed like this. After publication only texts, the announcement and the slots change, because
 * results of different questions cannot be compared (spec §7.1).
 */
export function findChangeFaults(before: TestRow, after: TestRow, now: Date): ErrorDetail[] {
  if (before.status === 'draft') return [];
  const faults: ErrorDetail[] = [];
  const [old, changed] = [contentOf(before), contentOf(after)];
  const requireEqual = (field: string, one: unknown, other: unknown) => {
    if (!isDeepStrictEqual(one, other)) faults.push({ field, message: draftOnly(before.status) });
  };
  requireEqual('type', old.type, changed.type);
  requireEqual('questions', old.questions, changed.questions);
  requireEqual('screener', old.screener, changed.screener);
  for (const field of moderatorStructure)
    requireEqual(`moderator.${field}`, old.moderator[field], changed.moderator[field]);
  if (old.consent && !changed.consent)
    faults.push({ field: 'consent', message: 'cannot be removed after the test was published.' });
  // What was refused at publication cannot be introduced later. Fields that did not change are not checked again.
  const fields = { postDetails: 'post_details', consent: 'consent', scheduling: 'scheduling' } as const;
  for (const { field, message } of findContentFaults(changed, now)) {
    const column = fields[field.split('.')[0] as keyof typeof fields];
    if (column && !isDeepStrictEqual(old[column], changed[column])) faults.push({ field, message });
  }
  return faults;
}

const draftOnly = (status: TestStatus) =>
  `can be changed in a draft only. This test is ${status}; duplicate it to change this.`;
