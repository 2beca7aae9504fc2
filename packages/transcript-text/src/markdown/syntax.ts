import { attention, blockQuote, labelEnd, labelStartLink, list } from 'micromark-core-commonmark';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    citation: 'citation';
  }
}

/** `[cit_12]`. A separate construct, so that `\[cit_12]` remains text and no link definition can change its meaning. */
const citation: Construct = {
  name: 'citation',
  tokenize(effects, ok, nok) {
    const prefix = '[cit_';
    let consumed = 0;
    let digits = 0;
    const readPrefix: State = (code) => {
      if (code !== prefix.charCodeAt(consumed)) return nok(code);
      effects.consume(code);
      consumed++;
      return consumed === prefix.length ? readNumber : readPrefix;
    };
    const readNumber: State = (code) => {
      if (isDigit(code) && digits < 6) {
        effects.consume(code);
        digits++;
        return readNumber;
      }
      if (code !== codes.closingBracket || digits === 0) return nok(code);
      effects.consume(code);
      effects.exit('citation');
      return ok;
    };
    return (code) => {
      effects.enter('citation');
      return readPrefix(code);
    };
  },
};

const codes = {
  asterisk: 42,
  plus: 43,
  dash: 45,
  zero: 48,
  nine: 57,
  greaterThan: 62,
  openingBracket: 91,
  closingBracket: 93,
  underscore: 95,
};

const isDigit = (code: Code) => code !== null && code >= codes.zero && code <= codes.nine;

/** Quotes and lists begin within these columns, which bounds how deep they nest. */
const containerColumnsMax = 60;

/** Per paragraph, heading or table cell. The time to match them is quadratic in their number. */
const delimitersMax = 500;

function limitColumn(construct: Construct): Construct {
  const limited: Construct = {
    ...construct,
    name: `limited ${construct.name}`,
    tokenize(effects, ok, nok) {
      return this.now().column > containerColumnsMax ? nok : construct.tokenize.call(this, effects, ok, nok);
    },
    continuation: {
      // The next line of a quote, or the next item of a list, attempts the original construct, which is disabled.
      tokenize(effects, ok, nok) {
        const attempt: Effects['attempt'] = (given, ...states) =>
          effects.attempt(given === construct ? limited : given, ...states);
        const continued = construct.continuation as Construct;
        return continued.tokenize.call(this, { ...effects, attempt }, ok, nok);
      },
    },
  };
  return limited;
}

/** Further delimiters are text. `this` belongs to one paragraph, heading or cell. */
function limitCount(construct: Construct): Construct {
  const counts = new WeakMap<TokenizeContext, number>();
  return {
    ...construct,
    name: `limited ${construct.name}`,
    tokenize(effects, ok, nok) {
      const count = (counts.get(this) ?? 0) + 1;
      counts.set(this, count);
      return count > delimitersMax ? nok : construct.tokenize.call(this, effects, ok, nok);
    },
  };
}

/**
 * A line without `>` ends a quotation, and a line without indentation ends a list. CommonMark would add it to the
 * paragraph above ("lazy continuation"), and words of the author would be shown inside a quotation.
 */
const endAtLazyLine: Construct = {
  name: 'endAtLazyLine',
  tokenize(_effects, ok, nok) {
    return (code) => (this.interrupt && this.parser.lazy[this.now().line] ? ok(code) : nok(code));
  },
};

/** Create a new instance for each text: it contains counters. */
export function reportSyntax(): Extension {
  const [limitedList, limitedQuote] = [limitColumn(list), limitColumn(blockQuote)];
  const limitedAttention = limitCount(attention);
  const digits = Array.from({ length: 10 }, (_, i) => [codes.zero + i, limitedList]);
  return {
    document: {
      [codes.asterisk]: limitedList,
      [codes.plus]: limitedList,
      [codes.dash]: limitedList,
      [codes.greaterThan]: limitedQuote,
      ...Object.fromEntries(digits),
    },
    flow: { null: [endAtLazyLine] },
    text: {
      [codes.asterisk]: limitedAttention,
      [codes.underscore]: limitedAttention,
      [codes.openingBracket]: [citation, limitCount(labelStartLink)],
      [codes.closingBracket]: limitCount(labelEnd),
    },
    disable: {
      null: [
        // Replaced by the limited constructs above.
        'list',
        'blockQuote',
        'attention',
        'labelStartLink',
        'labelEnd',
        // HTML is displayed as text, so that no input becomes a tag.
        'htmlFlow',
        'htmlText',
        // Transcripts are quoted unchanged: `&amp;` is five characters, and an indented line is not code.
        'characterReference',
        'codeIndented',
        // Pages load no images, and a definition could turn any bracketed word into a link.
        'labelStartImage',
        'definition',
        // `sections` of a report are split at lines that begin with `##`; there is no second kind of heading.
        'setextUnderline',
      ],
    },
  };
}
