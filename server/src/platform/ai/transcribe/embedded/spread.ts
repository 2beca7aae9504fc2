import { beginsUnit, lengthOf, type Span, type Unit } from './recognizer.ts';

/** How far a comma or full stop may lie from a pause that it is taken for, in seconds of speech. */
const reachSeconds = 1.5;

/**
 * Times for words that came without: by their length, over the time in which there is speech. A pause is where the
 * nearest comma or full stop is.
 */
export function spread(tokens: string[], stretches: Span[]): Unit[] {
  const units: string[] = [];
  for (const token of tokens) {
    if (units.length === 0 || beginsUnit(token)) units.push(token);
    else units[units.length - 1] += token;
  }
  const secondsAt = clockOf(units, stretches);
  let done = 0;
  return units.map((text) => {
    const from = secondsAt(done);
    done += text.length;
    const to = secondsAt(done);
    return {
      text,
      isEstimated: true,
      start_seconds: momentOf(from, stretches, 'start'),
      end_seconds: momentOf(to, stretches, 'end'),
    };
  });
}

/** Characters as seconds of speech, in straight lines between the places that are known. */
function clockOf(units: string[], stretches: Span[]): (characters: number) => number {
  const characters = units.reduce((sum, unit) => sum + unit.length, 0);
  const seconds = stretches.reduce((sum, stretch) => sum + lengthOf(stretch), 0);
  const marks: number[] = [];
  let done = 0;
  for (const unit of units) {
    done += unit.length;
    if (/[.,;:!?…]$/.test(unit) && done < characters) marks.push(done);
  }
  const known: { characters: number; seconds: number }[] = [{ characters: 0, seconds: 0 }];
  let pause = 0;
  for (const stretch of stretches.slice(0, -1)) {
    pause += lengthOf(stretch);
    const away = (mark: number) => Math.abs((mark / characters) * seconds - pause);
    const after = known.at(-1)?.characters ?? 0;
    const nearest = marks.filter((mark) => mark > after).toSorted((a, b) => away(a) - away(b))[0];
    if (nearest !== undefined && away(nearest) <= reachSeconds)
      known.push({ characters: nearest, seconds: pause });
  }
  known.push({ characters, seconds });
  return (at) => {
    const next = Math.max(
      1,
      known.findIndex((place) => place.characters >= at),
    );
    const [a, b] = [known[next - 1], known[next]];
    if (!a || !b || b.characters === a.characters) return seconds;
    return a.seconds + ((at - a.characters) / (b.characters - a.characters)) * (b.seconds - a.seconds);
  };
}

/** Seconds of speech as a moment of the recording; at a pause, what starts is after it, what ends before it. */
function momentOf(seconds: number, stretches: Span[], edge: 'start' | 'end'): number {
  let left = seconds;
  for (const stretch of stretches) {
    const length = lengthOf(stretch);
    if (left < length - 1e-6 || (edge === 'end' && left < length + 1e-6)) return stretch.start_seconds + left;
    left -= length;
  }
  return stretches.at(-1)?.end_seconds ?? 0;
}
