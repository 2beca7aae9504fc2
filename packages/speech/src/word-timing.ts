import { durationOf, type Span, startsUnit, type Unit } from './recognizer.ts';

/** A comma or full stop counts as the end of a region if it is at most this far from it, in seconds of speech. */
const punctuationReachSeconds = 1.5;

/**
 * Estimates times for words from an engine that reports none: in proportion to their length, over the time in which
 * there is speech. A pause is assigned to the nearest comma or full stop.
 */
export function estimateWordTimes(tokens: string[], regions: Span[]): Unit[] {
  const units: string[] = [];
  for (const token of tokens) {
    if (units.length === 0 || startsUnit(token)) units.push(token);
    else units[units.length - 1] += token;
  }
  const speechSecondsAt = mapCharactersToSeconds(units, regions);
  let characters = 0;
  return units.map((text) => {
    const from = speechSecondsAt(characters);
    characters += text.length;
    const to = speechSecondsAt(characters);
    return {
      text,
      isEstimated: true,
      start_seconds: toRecordingTime(from, regions, 'start'),
      end_seconds: toRecordingTime(to, regions, 'end'),
    };
  });
}

/** Linear interpolation between the positions whose time is known: the two ends and the pauses. */
function mapCharactersToSeconds(units: string[], regions: Span[]): (characters: number) => number {
  const characters = units.reduce((sum, unit) => sum + unit.length, 0);
  const seconds = regions.reduce((sum, region) => sum + durationOf(region), 0);
  const punctuation: number[] = [];
  let done = 0;
  for (const unit of units) {
    done += unit.length;
    if (/[.,;:!?…]$/.test(unit) && done < characters) punctuation.push(done);
  }
  const known: { characters: number; seconds: number }[] = [{ characters: 0, seconds: 0 }];
  let pauseAt = 0;
  for (const region of regions.slice(0, -1)) {
    pauseAt += durationOf(region);
    const distance = (mark: number) => Math.abs((mark / characters) * seconds - pauseAt);
    const after = known.at(-1)?.characters ?? 0;
    const nearest = punctuation
      .filter((mark) => mark > after)
      .toSorted((a, b) => distance(a) - distance(b))[0];
    if (nearest !== undefined && distance(nearest) <= punctuationReachSeconds)
      known.push({ characters: nearest, seconds: pauseAt });
  }
  known.push({ characters, seconds });
  return (at) => {
    const next = Math.max(
      1,
      known.findIndex((point) => point.characters >= at),
    );
    const [a, b] = [known[next - 1], known[next]];
    if (!a || !b || b.characters === a.characters) return seconds;
    return a.seconds + ((at - a.characters) / (b.characters - a.characters)) * (b.seconds - a.seconds);
  };
}

/** Converts seconds of speech to a time of the recording. At a pause, a start is after it and an end before it. */
function toRecordingTime(seconds: number, regions: Span[], edge: 'start' | 'end'): number {
  let left = seconds;
  for (const region of regions) {
    const duration = durationOf(region);
    if (left < duration - 1e-6 || (edge === 'end' && left < duration + 1e-6))
      return region.start_seconds + left;
    left -= duration;
  }
  return regions.at(-1)?.end_seconds ?? 0;
}
