import { invalidField } from './errors.ts';

/** Two people change a record at once: the second learns of it, if its client says which version it had read. */
export function requireVersion(kind: string, version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw invalidField(
    'expected_version',
    `This ${kind} was changed and is at version ${version} now. Read it again.`,
  );
}
