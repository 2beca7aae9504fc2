import type { Segment, Speaker } from '../../data/transcript.ts';

export interface SpeakerShare {
  id: string;
  label: string;
  words: number;
  /** Of all words, from 0 to 1. */
  share: number;
}

/** How much each speaker says, the one who says most first. Those without words are left out. */
export function speakerShares(
  speakers: readonly Speaker[],
  segments: readonly Pick<Segment, 'speaker_id' | 'text'>[],
): SpeakerShare[] {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { speaker_id, text } of segments) {
    const words = text.split(/\s+/).filter(Boolean).length;
    counts.set(speaker_id, (counts.get(speaker_id) ?? 0) + words);
    all += words;
  }
  return speakers
    .map(({ id, label }) => {
      const words = counts.get(id) ?? 0;
      return { id, label, words, share: all === 0 ? 0 : words / all };
    })
    .filter(({ words }) => words > 0)
    .sort((a, b) => b.words - a.words);
}
