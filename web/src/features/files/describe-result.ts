import type { BulkResult } from '../../data/change-each.ts';
import { formatCount } from '../../lib/format.ts';

/** "3 files moved." or "1 of 3 files moved. “Talk”: This file is in use." */
export function describeResult({ done, failed }: BulkResult, verb: string): string {
  const [first] = failed;
  if (!first)
    return done.length === 1 ? `“${done[0]?.name}” ${verb}.` : `${formatCount(done.length, 'file')} ${verb}.`;
  const reason = `“${first.file.name}”: ${first.reason}`;
  if (done.length === 0 && failed.length === 1) return reason;
  const more = failed.length > 1 ? ` ${formatCount(failed.length - 1, 'more file')} not ${verb}.` : '';
  return `${done.length} of ${formatCount(done.length + failed.length, 'file')} ${verb}. ${reason}${more}`;
}
