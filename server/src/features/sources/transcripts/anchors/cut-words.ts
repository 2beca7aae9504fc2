import type { Tokens, Vocabulary } from './tokens.ts';

interface Alignment {
  old: Tokens;
  now: Tokens;
  /** For each old token, the index of the same new token, or -1. */
  positions: Int32Array;
}

/** Tokens between two matched tokens. `to` is exclusive. */
interface Gap {
  fromOld: number;
  toOld: number;
  fromNow: number;
  toNow: number;
  text: string;
}

/**
 * The same characters may form other words: after a split inside a word, "transcript" is "trans" and "cript". This cuts such
 * words on both sides into equal parts, so that anchors follow their characters.
 */
export function cutWords(alignment: Alignment, vocabulary: Vocabulary): Alignment {
  const gaps = findGapsOfSameText(alignment, vocabulary);
  if (gaps.length === 0) return alignment;
  const { old, now } = alignment;
  const cut = { old: emptyTokens(), now: emptyTokens(), positions: [] as number[] };
  let [fromOld, fromNow] = [0, 0];
  const copyUntil = (toOld: number, toNow: number) => {
    const shift = cut.now.numbers.length - fromNow;
    for (let i = fromOld; i < toOld; i++) {
      copyToken(old, i, cut.old);
      const position = alignment.positions[i] as number;
      cut.positions.push(position < 0 ? -1 : position + shift);
    }
    for (let i = fromNow; i < toNow; i++) copyToken(now, i, cut.now);
  };
  for (const gap of gaps) {
    copyUntil(gap.fromOld, gap.fromNow);
    const characters = Array.from(gap.text);
    let [i, j, oldOffset, nowOffset, at] = [gap.fromOld, gap.fromNow, 0, 0, 0];
    while (i < gap.toOld) {
      const [oldRest, nowRest] = [lengthAt(old, i) - oldOffset, lengthAt(now, j) - nowOffset];
      const length = Math.min(oldRest, nowRest);
      const number = vocabulary.numberOf(characters.slice(at, at + length).join(''));
      cut.positions.push(cut.now.numbers.length);
      addToken(cut.old, number, old.segments[i] as number, (old.starts[i] as number) + oldOffset, length);
      addToken(cut.now, number, now.segments[j] as number, (now.starts[j] as number) + nowOffset, length);
      at += length;
      [i, oldOffset] = length === oldRest ? [i + 1, 0] : [i, oldOffset + length];
      [j, nowOffset] = length === nowRest ? [j + 1, 0] : [j, nowOffset + length];
    }
    [fromOld, fromNow] = [gap.toOld, gap.toNow];
  }
  copyUntil(old.numbers.length, now.numbers.length);
  return { old: cut.old, now: cut.now, positions: Int32Array.from(cut.positions) };
}

function findGapsOfSameText({ old, now, positions }: Alignment, vocabulary: Vocabulary): Gap[] {
  const gaps: Gap[] = [];
  let [fromOld, fromNow] = [0, 0];
  for (let toOld = 0; toOld <= old.numbers.length; toOld++) {
    const toNow = toOld === old.numbers.length ? now.numbers.length : (positions[toOld] as number);
    if (toNow < 0) continue;
    const length = lengthBetween(old, fromOld, toOld);
    if (length > 0 && length === lengthBetween(now, fromNow, toNow)) {
      const text = textBetween(old, fromOld, toOld, vocabulary);
      if (text === textBetween(now, fromNow, toNow, vocabulary))
        gaps.push({ fromOld, toOld, fromNow, toNow, text });
    }
    [fromOld, fromNow] = [toOld + 1, toNow + 1];
  }
  return gaps;
}

const lengthAt = ({ starts, ends }: Tokens, i: number) => (ends[i] as number) - (starts[i] as number);

function lengthBetween(tokens: Tokens, from: number, to: number): number {
  let length = 0;
  for (let i = from; i < to; i++) length += lengthAt(tokens, i);
  return length;
}

const textBetween = ({ numbers }: Tokens, from: number, to: number, vocabulary: Vocabulary): string =>
  numbers
    .slice(from, to)
    .map((number) => vocabulary.tokenOf(number))
    .join('');

const emptyTokens = (): Tokens => ({ numbers: [], segments: [], starts: [], ends: [] });

function addToken(tokens: Tokens, number: number, segment: number, start: number, length: number): void {
  tokens.numbers.push(number);
  tokens.segments.push(segment);
  tokens.starts.push(start);
  tokens.ends.push(start + length);
}

const copyToken = (from: Tokens, i: number, to: Tokens): void =>
  addToken(
    to,
    from.numbers[i] as number,
    from.segments[i] as number,
    from.starts[i] as number,
    lengthAt(from, i),
  );
