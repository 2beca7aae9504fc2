import { ApiError, unreachableMessage } from '../lib/errors.ts';
import type { ProjectFile } from './files.ts';

export interface BulkResult {
  done: ProjectFile[];
  failed: { file: ProjectFile; reason: string }[];
}

/** Requests at once. */
const parallel = 4;

/** The details of a refusal say more than its message. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError
    ? error.details.map(({ message }) => message).join(' ') || error.message
    : unreachableMessage();

/** Changes each file with a request of its own. A refused one does not affect the others. */
export async function changeEach(
  files: readonly ProjectFile[],
  change: (file: ProjectFile) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      try {
        await change(file);
        result.done.push(file);
      } catch (error) {
        result.failed.push({ file, reason: reasonOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return result;
}
