/** How much of what was returned for a class or tag is right, and how much of what is right was returned. */
export interface Agreement {
  precision: number;
  recall: number;
  f1: number;
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

export function agreement({ right, returned, expected }: Counts): Agreement {
  const precision = share(right, returned);
  const recall = share(right, expected);
  return { precision, recall, f1: share(2 * precision * recall, precision + recall) };
}

export interface Counts {
  right: number;
  returned: number;
  expected: number;
}

export interface Labelled<Label> {
  expected: Label;
  returned: Label;
}

/** The mean of the F1 of each label, so that a rare label counts as much as a frequent one. */
export function macroF1<Label>(pairs: readonly Labelled<Label>[], labels: readonly Label[]): number {
  const scores = labels.map((label) => {
    const returned = pairs.filter((pair) => pair.returned === label);
    const expected = pairs.filter((pair) => pair.expected === label);
    const right = returned.filter((pair) => pair.expected === label).length;
    return agreement({ right, returned: returned.length, expected: expected.length }).f1;
  });
  return scores.reduce((sum, f1) => sum + f1, 0) / labels.length;
}

const small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
  .split(' ')
  .concat('sixteen seventeen eighteen nineteen'.split(' '));
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function spellNumber(digits: string): string {
  const value = Number(digits);
  if (value < 20) return small[value] as string;
  if (value < 100)
    return value % 10 ? `${tens[Math.floor(value / 10)]} ${small[value % 10]}` : (tens[value / 10] as string);
  if (value < 1_000 && value % 100 === 0) return `${small[value / 100]} hundred`;
  return digits;
}

/** The words of a text without case and punctuation, with small numbers spelled out. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/%/g, ' per cent ')
    .replace(/percent/g, 'per cent')
    .replace(/\d+/g, (digits) => ` ${spellNumber(digits)} `)
    .replace(/\bok\b/g, 'okay')
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Insertions, deletions and substitutions that turn one list of words into the other. */
export function wordErrors(expected: readonly string[], returned: readonly string[]): number {
  let previous = returned.map((_, at) => at + 1);
  expected.forEach((word, row) => {
    const current: number[] = [];
    returned.forEach((other, column) => {
      const above = previous[column] as number;
      const left = column === 0 ? row + 1 : (current[column - 1] as number);
      const diagonal = column === 0 ? row : (previous[column - 1] as number);
      current.push(word === other ? diagonal : 1 + Math.min(above, left, diagonal));
    });
    previous = current;
  });
  return previous.at(-1) ?? expected.length;
}

/** The largest sum of what speakers and labels share, over all ways to give each speaker one label. */
export function bestAssignment(shared: readonly (readonly number[])[]): number {
  const best = (row: number, free: readonly number[]): number => {
    const amounts = shared[row];
    if (amounts === undefined) return 0;
    return Math.max(
      best(row + 1, free),
      ...free.map(
        (label) =>
          (amounts[label] ?? 0) +
          best(
            row + 1,
            free.filter((other) => other !== label),
          ),
      ),
    );
  };
  return best(0, [...(shared[0] ?? []).keys()]);
}
