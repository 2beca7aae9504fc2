import type { Comparison } from './compare-passages.ts';
import type { Theme } from './find-themes.ts';
import { expresses, type Judgement } from './opinions.ts';

/** Opposite opinions of different participants about one theme. */
export interface Disagreement {
  label: string;
  positive: number[];
  negative: number[];
}

const perSide = 2;
const disagreementsMax = 4;
/** Less similar passages are about different parts of the theme. */
const similarityMin = 0.1;
/** Weaker opinions are not opposite enough. */
const strengthMin = 0.5;

export function findDisagreements(
  { passages, similarity }: Comparison,
  themes: Theme[],
  judgements: Judgement[],
): Disagreement[] {
  const speakerOf = (at: number) => passages[at]?.speakerName;
  const strength = (at: number) => Math.abs(judgements[at]?.score ?? 0);
  const side = (members: number[], others: number[]) => {
    const closest = (at: number) =>
      Math.max(
        ...others
          .filter((other) => speakerOf(other) !== speakerOf(at))
          .map((other) => similarity.at(at, other)),
      );
    const ranked = members
      .filter((at) => closest(at) >= similarityMin)
      .sort((a, b) => strength(b) + closest(b) - strength(a) - closest(a) || a - b);
    return [...Map.groupBy(ranked, speakerOf).values()].map(([first]) => first as number);
  };
  return themes
    .map(({ label, members }) => {
      const strong = members.filter((at) => strength(at) >= strengthMin);
      const praise = strong.filter((at) => expresses(judgements[at], 'praise'));
      const struggle = strong.filter((at) => expresses(judgements[at], 'struggle'));
      const onlyPositive = side(praise, struggle);
      const negative = side(struggle, praise).slice(0, perSide);
      // A participant with both opinions does not disagree with anyone.
      const positive = onlyPositive
        .filter((at) => !negative.some((other) => speakerOf(other) === speakerOf(at)))
        .slice(0, perSide);
      return { label, positive, negative };
    })
    .filter(({ positive, negative }) => positive.length > 0 && negative.length > 0)
    .slice(0, disagreementsMax);
}
