import { invalidField } from './errors.ts';

/** Optimistic locking: refuses an update if the record changed after the client read the expected version. */
export function requireVersion(kind: string, version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw invalidField(
    'expected_version',
    `This ${kind} was changed and is at version ${version} now. Read it again.`,
  );
}
