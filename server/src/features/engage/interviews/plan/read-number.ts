import { plainForm } from './cues.ts';

/** Zero to ten as words, one list for each language: en, es, de, fr, pt. */
const lists = [
  'zero one two three four five six seven eight nine ten',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez',
  'null eins zwei drei vier fünf sechs sieben acht neun zehn',
  'zéro un deux trois quatre cinq six sept huit neuf dix',
  'zero um dois três quatro cinco seis sete oito nove dez',
];
const words = new Map(lists.flatMap((list) => list.split(' ').map((word, value) => [word, value] as const)));
/** These also mean “a”, “new” or “nothing”, so they count only as the whole answer, or before “out of five”. */
const ambiguous = new Set(['one', 'uno', 'un', 'um', 'neuf', 'null']);
const opening = /^(?:(?:i'd|i would) (?:say|give it|rate it) )?(?:an? )?/;
const japanese = new Map([...'零一二三四五六七八九十'].map((sign, value) => [sign, value]));
const japaneseAnswer =
  /^(?:(?:五|十|5|10)点(?:満点)?(?:中|で|の) ?)?([零一二三四五六七八九十])(?:点|つ|くらい|ぐらい|です|ですね)*$/;

/** “4 out of 5” names the scale too: the first number counts. */
const outOf = /(?<!\d)(\d+)\s*(?:\/|out of|of|von|sur|sobre|de|em|из)\s*\d+/gi;
const negative = /(?<![\p{L}\p{N}])[-−–]\s?\d|(?<!\p{L})(?:minus|menos|moins|negative)(?!\p{L})|マイナス/iu;
const fraction = /(?<!\p{L})(?:half|halb|medio|media|demi|demie|meio|meia)(?!\p{L})/iu;

/** The whole number that an answer names, in digits or as a word. Undefined if there is none or it is unclear. */
export function numberIn(text: string): number | undefined {
  if (negative.test(text) || fraction.test(text)) return undefined;
  const plain = plainForm(text.normalize('NFKC').replace(outOf, '$1'));
  const sign = japaneseAnswer.exec(plain)?.[1];
  if (sign) return japanese.get(sign);
  const numbers = (wordsToDigits(plain).replace(outOf, '$1').match(/\d+/g) ?? []).map(Number);
  const [first] = numbers;
  return numbers.every((number) => number === first) ? first : undefined;
}

function wordsToDigits(plain: string): string {
  const digits = plain
    .split(' ')
    .map((word) => (ambiguous.has(word) ? word : String(words.get(word) ?? word)))
    .join(' ');
  const start = opening.exec(digits)?.[0] ?? '';
  const [, word = '', rest = ''] = /^(\p{L}+)(?!\p{L})(.*)$/u.exec(digits.slice(start.length)) ?? [];
  const isNumber = ambiguous.has(word) && /^(?: (?:out of|of|von|sur|sobre|de|em) \d+)?$/.test(rest);
  return isNumber ? `${words.get(word)}${rest}` : digits;
}
