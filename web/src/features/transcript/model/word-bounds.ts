import { segmenterOf } from '../../../lib/segmenter.ts';
import { toCharacter, toUtf16 } from './code-points.ts';
import { type Passage, passageOf, type SegmentList, type Selection } from './selection.ts';

/** Scripts that write no spaces between words: a part of such a text can be selected and split anywhere. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The word that a place is inside of, in UTF-16 code units. Undefined between two words and in a script without spaces. */
function wordAround(text: string, at: number): { start: number; end: number } | undefined {
  if (at <= 0 || at >= text.length) return undefined;
  const word = segmenterOf('word').segment(text).containing(at);
  if (!word?.isWordLike || word.index === at || withoutSpaces.test(word.segment)) return undefined;
  return { start: word.index, end: word.index + word.segment.length };
}

/** The selection in reading order. If it starts or ends inside a word, it is extended to the whole word. */
export function selectedWords(list: SegmentList, selection: Selection): Passage | undefined {
  const passage = passageOf(list, selection);
  return passage && extendToWords(list, passage);
}

function extendToWords({ segments }: SegmentList, passage: Passage): Passage {
  const first = segments[passage.first]?.text ?? '';
  const last = segments[passage.last]?.text ?? '';
  const start = wordAround(first, toUtf16(first, passage.startCharacter))?.start;
  const end = wordAround(last, toUtf16(last, passage.endCharacter))?.end;
  return {
    ...passage,
    ...(start === undefined ? {} : { startCharacter: toCharacter(first, start) }),
    ...(end === undefined ? {} : { endCharacter: toCharacter(last, end) }),
  };
}

/** Where a segment is split: the word boundary nearest to the caret. Undefined if a half would have no words. */
export function splitPoint(text: string, caret: number): number | undefined {
  const word = wordAround(text, caret);
  const places = word
    ? [word.start, word.end].sort((a, b) => Math.abs(a - caret) - Math.abs(b - caret))
    : [caret];
  return places.find((place) => text.slice(0, place).trim() && text.slice(place).trim());
}
