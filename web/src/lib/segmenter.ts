const granularities = { character: 'grapheme', word: 'word' } as const;
type Part = keyof typeof granularities;
const segmenters = new Map<Part, Intl.Segmenter>();

/** Finds the characters or the words of a text. Created when it is first used: each one takes several milliseconds. */
export function segmenterOf(part: Part): Intl.Segmenter {
  let segmenter = segmenters.get(part);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(undefined, { granularity: granularities[part] });
    segmenters.set(part, segmenter);
  }
  return segmenter;
}
