import { hostileWords } from './hostile-texts.ts';

/** Short texts first, because a cubic expression would take hours on the long one. */
const lengths = [1_000, 64_000];
/**
 * CPU time for one text. A linear expression takes a few milliseconds for 64,000 characters. A quadratic one takes 200 ms or
 * more, even if it repeats a word of 15 characters.
 */
const budgetMs = 120;
/** The ends decide whether the expression matches. The beginning is for expressions that start with ^. */
const ends = [
  ['', '\u0000'],
  ['', 'x\n\u0001'],
  ['x', ' \u0000x'],
] as const;

/** CPU time of this thread, so that other processes on the machine do not count. */
function cpuMs(run: () => void): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** The beginning of a text on which the expression takes too long, or undefined if there is none. */
export function findSlowText(source: string, flags: string): string | undefined {
  const expression = new RegExp(source, flags.replace('y', ''));
  // An expression with the flag g is used on all of a text.
  const use = (text: string) => (expression.global ? text.replace(expression, '') : expression.test(text));
  for (const word of hostileWords(source, flags)) {
    for (const [start, end] of ends) {
      for (const length of lengths) {
        const text = start + word.repeat(Math.ceil(length / word.length)) + end;
        const ms = cpuMs(() => use(text));
        // A second run, because a short one may include a garbage collection.
        if (ms > 4 * budgetMs || (ms > budgetMs && cpuMs(() => use(text)) > budgetMs))
          return start + word + word;
      }
    }
  }
  return undefined;
}
