import { createReader } from './text-analysis/index.ts';

const english = createReader('en');

/** Equal for names that differ only in case, number, the order of words, or words like “the”. */
export function sameNameKey(name: string): string {
  const terms = english.words(name).flatMap((word) => word?.term ?? []);
  return terms.length > 0 ? terms.sort().join(' ') : name.normalize('NFKC').toLowerCase().trim();
}
