import type { BulkResult } from '../../data/change-each.ts';
import { texts } from './texts.ts';

/** "3 files moved." or "1 of 3 files moved. “Talk”: This file is in use." */
export function describeResult({ done, failed }: BulkResult, verb: string): string {
  const [first] = failed;
  if (!first)
    return done.length === 1 ? texts.oneDone(done[0]?.name ?? '', verb) : texts.manyDone(done.length, verb);
  const reason = `“${first.file.name}”: ${first.reason}`;
  if (done.length === 0 && failed.length === 1) return reason;
  const more = failed.length > 1 ? texts.moreNotDone(failed.length - 1, verb) : '';
  return texts.someDone(done.length, done.length + failed.length, verb, reason, more);
}
