import type { ErrorDetail } from '../../foundation/errors.ts';
import { objectKeysMax } from '../../foundation/limits.ts';

const depthMax = 64;
const detailsMax = 20;

export interface TextFaults {
  details: ErrorDetail[];
  /** The whole value was checked, and it is not nested too deeply for recursive functions. */
  isWalkable: boolean;
}

/**
 * PostgreSQL cannot store NUL, and UTF-8 has no lone surrogates: text with either is refused, with its path, whatever its
 * schema allows. The number of keys and nesting are limited for recursive functions that read the value later. `root` is the name of the value.
 */
export function findBadText(value: unknown, root: string): TextFaults {
  return isGood(value, 0) ? { details: [], isWalkable: true } : listFaults(value, root);
}

/** Most values are valid, so paths are built only after this check has failed. */
function isGood(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return badText(value) === undefined;
  if (typeof value !== 'object' || value === null) return true;
  if (depth === depthMax) return false;
  if (Array.isArray(value)) return value.every((child) => isGood(child, depth + 1));
  const keys = Object.keys(value);
  if (keys.length > objectKeysMax) return false;
  const object = value as Record<string, unknown>;
  return keys.every((key) => badText(key) === undefined && isGood(object[key], depth + 1));
}

const hasTooManyKeys = (value: object) => !Array.isArray(value) && Object.keys(value).length > objectKeysMax;

function listFaults(value: unknown, root: string): TextFaults {
  const details: ErrorDetail[] = [];
  const queue: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let at = queue.pop(); at && details.length < detailsMax; at = queue.pop()) {
    if (typeof at.value === 'string') {
      const fault = badText(at.value);
      if (fault) details.push({ field: at.path || root, message: fault });
    } else if (typeof at.value === 'object' && at.value !== null) {
      if (at.depth === depthMax) {
        const field = at.path.split('.')[0] as string;
        return { details: [{ field, message: 'is nested too deeply.' }], isWalkable: false };
      }
      if (hasTooManyKeys(at.value)) {
        const message = `has more than ${objectKeysMax} keys.`;
        return { details: [{ field: at.path || root, message }], isWalkable: false };
      }
      for (const [key, child] of Object.entries(at.value)) {
        const path = at.path ? `${at.path}.${key}` : key;
        const fault = badText(key);
        if (fault) details.push({ field: at.path || root, message: `has a key that ${fault}` });
        queue.push({ value: child, path, depth: at.depth + 1 });
      }
    }
  }
  return { details, isWalkable: details.length < detailsMax };
}

export function badText(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character.';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair.';
  return undefined;
}
