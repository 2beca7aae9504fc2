import { matchesOf, type Span } from './span.ts';

/** Every quantifier is bounded or its characters cannot start the next part, so that no text takes quadratic time. */

const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+'’-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu;

/** "ada dot lovelace at example dot com", as it is spoken, and "ada (at) example.com". */
const spokenEmail =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}_+-]{1,64}(?:(?:\.| dot | punkt | point | punto )[\p{L}\p{N}_+-]{1,64}){0,4}(?: at | @ | ?\(at\) ?| ?\[at\] ?)[\p{L}\p{N}-]{1,63}(?:(?:\.| dot | punkt | point | punto |\(dot\)|\[dot\]| \. )[\p{L}\p{N}-]{2,63}){1,4}(?![\p{L}\p{N}])/giu;

const iban = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu;

/** Digits with one or two separators between them. */
const digits =
  /(?<![\p{L}\p{N}_])(?:\+\s?|\(\s?\+?)?\d(?:[\s\u00a0./()‐‑–-]{0,3}\d){6,18}(?![\p{L}\p{N}_])/gu;

const date = /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2}))$/;
/** A round number such as 1 500 000. */
const thousands = /^[1-9](?:[\s\u00a0.]\d{3}){2,}$/;
const yearRange = /^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/;

const digitWord =
  '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun)';
const spokenDigits = new RegExp(
  `(?<!\\p{L})(?:${digitWord}|\\d)(?:[\\s,.-]{1,2}(?:${digitWord}|\\d)){6,24}(?!\\p{L})`,
  'giu',
);

export function* findContacts(text: string): Generator<Span> {
  yield* matchesOf(text, email, 'email');
  yield* matchesOf(text, spokenEmail, 'email');
  yield* matchesOf(text, iban, 'account');
  for (const span of matchesOf(text, digits, 'phone')) {
    const written = text.slice(span.start, span.end);
    if (date.test(written) || thousands.test(written) || yearRange.test(written)) continue;
    const number = written.replace(/\D/g, '');
    if (number.length >= 12 && hasLuhnSum(number)) yield { ...span, kind: 'card' };
    else yield number.length > 15 ? { ...span, kind: 'account' } : span;
  }
  yield* matchesOf(text, spokenDigits, 'phone');
}

/** The check digit of payment cards. */
export function hasLuhnSum(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
