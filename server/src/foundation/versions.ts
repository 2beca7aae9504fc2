import { isDeepStrictEqual } from 'node:util';
import { invalidField } from './errors.ts';

interface Changeable {
  updated_at: Date;
  version?: number;
}

/**
 * Whether a change has no effect. It must then change neither `updated_at`, which `updated_since` filters by, nor `version`,
 * which other people send as `expected_version`.
 */
export const isUnchanged = <Row extends Changeable>(before: Row, after: Row): boolean =>
  isDeepStrictEqual(contentOf(after), contentOf(before));

const contentOf = ({ updated_at, version, ...content }: Changeable) => content;

/** Optimistic locking: refuses an update if the record changed after the client read the expected version. */
export function requireVersion(kind: string, version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw invalidField(
    'expected_version',
    `This ${kind} was changed and is at version ${version} now. Read it again.`,
  );
}
