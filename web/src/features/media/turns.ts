import { joinTexts, type TimedWord, wordsWithin } from '@parley/transcript-text';

/** A segment of a transcript, as far as turns need it. */
interface Spoken {
  id: string;
  speaker_id: string;
  speaker: string;
  text: string;
}

export interface Turn {
  id: string;
  speaker: string;
  text: string;
}

/** Where a passage begins and ends in the text, in code points. */
interface Passage {
  segmentId: string;
  startCharacter: number;
  endSegmentId: string;
  endCharacter: number;
}

/** What is said between two times, by turn, like the text of a clip. Times of words that are not known are estimated. */
export const turnsBetween = <S extends Spoken & { start_seconds: number; end_seconds: number }>(
  start_seconds: number,
  end_seconds: number,
  segments: readonly S[],
  times?: ReadonlyMap<string, readonly TimedWord[]>,
): Turn[] =>
  joinTurns(
    segments
      .filter((said) => said.start_seconds < end_seconds && said.end_seconds > start_seconds)
      .map((said) => ({
        ...said,
        text: wordsWithin({ ...said, words: times?.get(said.id) }, { start_seconds, end_seconds }),
      })),
  );

/** The words of a passage, by turn. Empty if the transcript does not contain its segments. */
export function turnsOfPassage(passage: Passage, segments: readonly Spoken[]): Turn[] {
  const first = segments.findIndex(({ id }) => id === passage.segmentId);
  const last = segments.findIndex(({ id }) => id === passage.endSegmentId);
  if (first === -1 || last < first) return [];
  return joinTurns(
    segments.slice(first, last + 1).map((segment, place) => {
      const from = place === 0 ? passage.startCharacter : 0;
      const to = first + place === last ? passage.endCharacter : undefined;
      return { ...segment, text: [...segment.text].slice(from, to).join('').trim() };
    }),
  );
}

/** Joins segments of one speaker that follow each other. */
function joinTurns(segments: readonly Spoken[]): Turn[] {
  const turns: (Turn & { speakerId: string })[] = [];
  for (const { id, speaker_id, speaker, text } of segments) {
    if (!text) continue;
    const before = turns.at(-1);
    if (before?.speakerId === speaker_id) before.text = joinTexts([before.text, text]);
    else turns.push({ id, speakerId: speaker_id, speaker, text });
  }
  return turns.map(({ id, speaker, text }) => ({ id, speaker, text }));
}
