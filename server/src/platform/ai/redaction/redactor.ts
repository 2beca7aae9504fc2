import { findAddresses } from './addresses.ts';
import { findContacts } from './contacts.ts';
import { createNameFinder } from './names.ts';
import { joinSpans, matchesOf, type Span } from './span.ts';

/** Replaces personal data by placeholders, and placeholders by the original text. */
export interface Redactor {
  /** The same text always gets the same placeholder. */
  redact(text: string): string;
  restore(text: string): string;
}

const prefixes: Record<Span['kind'], string> = {
  email: 'EMAIL',
  card: 'CARD',
  account: 'ACCOUNT',
  phone: 'PHONE',
  address: 'ADDRESS',
  person: 'PERSON',
  text: 'TEXT',
};
const placeholder = `(?:${Object.values(prefixes).join('|')})(?:\\\\?_\\d+){1,2}`;
/** Models sometimes leave out the brackets, change the case, or escape `_` for Markdown. */
const writtenPlaceholder = new RegExp(
  `\\[(${placeholder})\\\\?\\]|(?<![\\p{L}\\p{N}])(${placeholder})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** `names`: people whose names must not leave the machine. */
export function createRedactor(names: string[]): Redactor {
  const findNames = createNameFinder(names);
  const placeholders = new Map<string, string>();
  const originals = new Map<string, string>();
  const counts = new Map<string, number>();

  const next = (series: string) => {
    const count = (counts.get(series) ?? 0) + 1;
    counts.set(series, count);
    return count;
  };

  function placeholderOf({ kind, person }: Span, original: string): string {
    const known = placeholders.get(original);
    if (known) return known;
    const prefix = prefixes[kind];
    // "Ada" and "Ada Lovelace" are PERSON_1 and PERSON_1_2: one person, and each is restored as it was written.
    const series = person === undefined ? prefix : `${prefix}_${person}`;
    const count = next(series);
    const name = person === undefined ? `${prefix}_${count}` : count === 1 ? series : `${series}_${count}`;
    placeholders.set(original, `[${name}]`);
    originals.set(name, original);
    return `[${name}]`;
  }

  return {
    redact(text) {
      const spans = joinSpans([
        // Text that looks like a placeholder would be restored as something else.
        ...matchesOf(text, writtenPlaceholder, 'text'),
        ...findContacts(text),
        ...findAddresses(text),
        ...findNames(text),
      ]);
      let redacted = '';
      let at = 0;
      for (const span of spans) {
        redacted += text.slice(at, span.start) + placeholderOf(span, text.slice(span.start, span.end));
        at = span.end;
      }
      return redacted + text.slice(at);
    },
    restore: (text) =>
      text.replace(writtenPlaceholder, (written: string, inBrackets?: string, bare?: string) => {
        const name = (inBrackets ?? bare ?? '').replaceAll('\\', '').toUpperCase();
        return originals.get(name) ?? written;
      }),
  };
}
