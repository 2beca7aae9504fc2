import type { AnswerPassage } from '../../answer.ts';

/** Passages of one speaker in one answer or theme. */
const perSpeakerMax = 3;

/** The best first, but at most a few of one speaker. */
export function chooseShown(
  passages: AnswerPassage[],
  count: number,
  ofSpeakerMax = perSpeakerMax,
): AnswerPassage[] {
  const perSpeaker = new Map<string, number>();
  const chosen: AnswerPassage[] = [];
  for (const passage of passages) {
    const said = perSpeaker.get(passage.speakerName) ?? 0;
    if (said >= ofSpeakerMax || chosen.length >= count) continue;
    if (chosen.some((other) => other.segment.text === passage.segment.text)) continue;
    perSpeaker.set(passage.speakerName, said + 1);
    chosen.push(passage);
  }
  return chosen;
}

/** Passages of many speakers first: one of each, then a second one of each. */
export function chooseSpread(passages: AnswerPassage[], count: number): AnswerPassage[] {
  const chosen: AnswerPassage[] = [];
  for (let each = 1; each <= perSpeakerMax && chosen.length < count; each++) {
    const left = passages.filter(({ segment }) => !chosen.some((one) => one.segment.text === segment.text));
    chosen.push(...chooseShown(left, count - chosen.length, 1));
  }
  return chosen;
}

/** Passages of one speaker together, each speaker in the order of time. */
export function bySpeaker(passages: AnswerPassage[]): AnswerPassage[] {
  const order = [...new Set(passages.map(({ speakerName }) => speakerName))];
  return passages.toSorted(
    (a, b) =>
      order.indexOf(a.speakerName) - order.indexOf(b.speakerName) ||
      (a.file_id < b.file_id ? -1 : a.file_id > b.file_id ? 1 : 0) ||
      a.segment.start_seconds - b.segment.start_seconds,
  );
}
