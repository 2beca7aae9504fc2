import type { SpeakerOptions } from '../../lib/uploads/item.ts';
import { texts } from './texts.ts';

export type SpeakerCount = 'auto' | '1' | '2' | 'more';

/** The server distinguishes up to twenty speakers. */
export const speakersMax = 20;

/** How many fields for names are shown. */
export const nameFieldCount = (count: SpeakerCount, more: number): number =>
  count === 'auto' ? 0 : count === 'more' ? Math.min(speakersMax, Math.max(3, more || 3)) : Number(count);

/** What is sent: a name that is left out ends the list, because names are assigned in the order of speaking. */
export function toSpeakerOptions(
  count: SpeakerCount,
  more: number,
  names: readonly string[],
): SpeakerOptions {
  const expected = nameFieldCount(count, more);
  if (expected === 0) return {};
  const trimmed = names.slice(0, expected).map((name) => name.trim());
  const given = trimmed.map((name, i) => name || texts.speaker(i + 1));
  const last = trimmed.findLastIndex((name) => name !== '');
  return { speakers_expected: expected, ...(last >= 0 && { speaker_names: given.slice(0, last + 1) }) };
}

/** Two people with the same name would become one speaker. */
export const hasSameNames = ({ speaker_names = [] }: SpeakerOptions): boolean =>
  new Set(speaker_names).size < speaker_names.length;
