import type { ErrorDetail } from '../../foundation/errors.ts';

const depthMax = 64;

/**
 * PostgreSQL stores no NUL and UTF-8 has no lone surrogate: text with either is refused here, by its path,
 * before any schema sees it. Nesting is bounded for whatever walks the value later.
 */
export function findBadText(value: unknown): ErrorDetail[] {
  return isGood(value, 0) ? [] : listFaults(value);
}

/** Nearly always so: no path is written down until one is needed. */
function isGood(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return badText(value) === undefined;
  if (typeof value !== 'object' || value === null) return true;
  if (depth === depthMax) return false;
  for (const [key, child] of Object.entries(value)) {
    if (badText(key) !== undefined || !isGood(child, depth + 1)) return false;
  }
  return true;
}

function listFaults(value: unknown): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const queue: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let at = queue.pop(); at && faults.length < 20; at = queue.pop()) {
    if (typeof at.value === 'string') {
      const fault = badText(at.value);
      if (fault) faults.push({ field: at.path || 'body', message: fault });
    } else if (typeof at.value === 'object' && at.value !== null) {
      if (at.depth === depthMax) {
        return [{ field: at.path.split('.')[0] as string, message: 'is nested too deeply.' }];
      }
      for (const [key, child] of Object.entries(at.value)) {
        const path = at.path ? `${at.path}.${key}` : key;
        const fault = badText(key);
        if (fault) faults.push({ field: at.path || 'body', message: `has a key that ${fault}` });
        queue.push({ value: child, path, depth: at.depth + 1 });
      }
    }
  }
  return faults;
}

function badText(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character.';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair.';
  return undefined;
}
