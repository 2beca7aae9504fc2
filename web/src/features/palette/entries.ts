import type { LucideIcon } from 'lucide-react';

export interface Entry {
  id: string;
  label: string;
  /** Beside the label: where it is. */
  detail?: string;
  /** Further words that find it. */
  words?: string;
  icon: LucideIcon;
  keys?: string;
  run(): unknown;
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every typed word begins a word of the text. Case and accents do not matter. */
export function matches(typed: string, text: string): boolean {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u);
  return fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => words.some((candidate) => candidate.startsWith(word)));
}
