import type { Question } from '../../tests/index.ts';
import { hasCue, plainForm } from './cues.ts';
import { numberIn } from './read-number.ts';
import type { Reading, Step } from './step.ts';

/** What a participant sent. `value` and `option_ids` come from buttons; a typed answer has only text. */
export interface GivenAnswer {
  text: string;
  value?: number | boolean | null;
  option_ids?: string[];
}

/** An open answer with fewer words is short. Languages without spaces are measured in characters. */
const shortWords = 4;
const shortCharacters = 8;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const nothing = { value: null, option_ids: [] };

/** Reads a reply to `asked`. Pure, and the only place where the words of an answer influence the plan. */
export function readAnswer(
  given: GivenAnswer,
  asked: Step | undefined,
  question: Question | undefined,
): Reading {
  const { text } = given;
  const isDirect = asked?.kind === 'ask' || asked?.kind === 'clarify';
  const closed = isDirect && question ? readClosed(given, question) : undefined;
  // A chosen option counts even if its text is “I don't know” or “Stop”.
  if (closed && closed.kind === 'full') return closed;
  if (hasCue('stop', text)) return { kind: 'stop', ...nothing };
  if (hasCue('asks_again', text) || hasCue('asks_readers', text)) return { kind: 'question', ...nothing };
  // The interview continues only after a clear “yes”.
  if (asked?.kind === 'offer_to_stop')
    return { kind: hasCue('goes_on', text) ? 'short' : 'stop', ...nothing };
  if (hasCue('upset', text)) return { kind: 'upset', ...nothing };
  if (hasCue('refused', text)) return { kind: 'refused', ...nothing };
  if (hasCue('unknown', text)) return { kind: 'unknown', ...nothing };
  return closed ?? { kind: isShort(text) ? 'short' : 'full', ...nothing };
}

function isShort(text: string): boolean {
  const plain = plainForm(text);
  if (unspaced.test(plain)) return [...plain.replaceAll(' ', '')].length < shortCharacters;
  return plain.split(' ').filter(Boolean).length < shortWords;
}

const unreadable: Reading = { kind: 'unreadable', ...nothing };

/** Undefined if the question has neither options nor a scale. */
function readClosed(given: GivenAnswer, question: Question): Reading | undefined {
  switch (question.type) {
    case 'rating':
    case 'nps': {
      const value = readNumber(given, question.scale ?? { min: 0, max: 10 });
      return value === undefined ? unreadable : { kind: 'full', value, option_ids: [] };
    }
    case 'yes_no': {
      const value = typeof given.value === 'boolean' ? given.value : readYesNo(given.text);
      return value === undefined ? unreadable : { kind: 'full', value, option_ids: [] };
    }
    case 'single_choice':
    case 'multi_choice':
    case 'ranking': {
      const option_ids = readOptions(given, question);
      return option_ids.length === 0 ? unreadable : { kind: 'full', value: null, option_ids };
    }
    default:
      return undefined;
  }
}

function readNumber({ text, value }: GivenAnswer, { min, max }: { min: number; max: number }) {
  const fits = (number: number) => Number.isInteger(number) && min <= number && number <= max;
  if (typeof value === 'number' && fits(value)) return value;
  const named = numberIn(text);
  return named !== undefined && fits(named) ? named : undefined;
}

const yes =
  /^(yes|yeah|yep|yup|sure|of course|definitely|absolutely|sí|si|claro|ja|jawohl|klar|natürlich|oui|ouais|bien sûr|sim|はい|うん|ええ)(?=$|[\s,])/;
const no = /^(no|nope|nah|never|nein|nee|non|jamais|nunca|não|nao|いいえ|いや)(?=$|[\s,])/;

function readYesNo(text: string): boolean | undefined {
  const plain = plainForm(text);
  if (yes.test(plain)) return true;
  return no.test(plain) ? false : undefined;
}

/** Options whose whole text occurs in the answer; the longest first, so that “Tea” does not match “Iced tea”. */
function readOptions({ text, option_ids = [] }: GivenAnswer, { options, type }: Question): string[] {
  const known = new Set(options.map(({ id }) => id));
  const chosen = [...new Set(option_ids)].filter((id) => known.has(id));
  const found = chosen.length > 0 ? chosen : optionsInText(text, options);
  if (type === 'single_choice') return found.length === 1 ? found : [];
  if (type === 'ranking') return found.length === options.length ? found : [];
  return found;
}

function optionsInText(text: string, options: Question['options']): string[] {
  let rest = ` ${plainForm(text)} `;
  const spaced = !unspaced.test(rest);
  const found: { id: string; at: number }[] = [];
  const longestFirst = options
    .map(({ id, text: label }) => ({ id, label: plainForm(label) }))
    .filter(({ label }) => label !== '')
    .sort((a, b) => b.label.length - a.label.length);
  for (const { id, label } of longestFirst) {
    const sought = spaced ? ` ${label} ` : label;
    const at = rest.indexOf(sought);
    if (at < 0) continue;
    found.push({ id, at });
    // The same length, so that positions stay comparable.
    rest = rest.slice(0, at) + ' '.repeat(sought.length) + rest.slice(at + sought.length);
  }
  return found.sort((a, b) => a.at - b.at).map(({ id }) => id);
}
