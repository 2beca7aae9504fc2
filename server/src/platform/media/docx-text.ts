import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { mediaError } from './media-error.ts';

// Characters of the private use area, which documents do not use for text.
const renderedBreak = '\ue0ff';
const authoredBreak = '\ue0fe';

/** Deeper than any document of a word processor. Each level uses memory. */
const maxDepth = 1_000;

/** Deleted and moved text, field codes, and `Choice`, because its `Fallback` contains the plain text. */
const skipped = new Set(['del', 'moveFrom', 'Choice', 'instrText', 'delText', 'delInstrText']);
const characters: Record<string, string> = {
  tab: '\t',
  cr: '\n',
  noBreakHyphen: '\u2011',
  softHyphen: '\u00ad',
  lastRenderedPageBreak: renderedBreak,
};

/**
 * Parses `word/document.xml` as a stream. Word stores where pages broke when it last saved the file. If another program did
 * not store that, the author's page breaks count. Without any break, the document is one page.
 *
 * Namespace prefixes are not resolved: the parser would search all open elements for each of them, which is quadratic in
 * a deeply nested document. Local names are sufficient, because word processors use the conventional prefixes.
 */
export function createDocxReader(maxCharacters: number) {
  const parser = new SaxesParser();
  const text: string[] = [];
  let length = 0;
  let depth = 0;
  let skipFrom: number | undefined;
  let inText = false;

  const add = (part: string) => {
    length += part.length;
    if (length > maxCharacters) throw mediaError('too_large', 'The document contains too much text.');
    text.push(part);
  };
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (++depth > maxDepth) throw mediaError('unsupported', 'The document is nested too deeply to be read.');
    const name = localName(tag.name);
    if (skipFrom !== undefined) return;
    if (skipped.has(name)) skipFrom = depth;
    else if (name === 't') inText = true;
    else if (name === 'br') add(isPageBreak(tag.attributes) ? authoredBreak : '\n');
    // A tab stop in the properties of a paragraph has the same name as a tab, but has attributes.
    else if (name === 'tab' && Object.keys(tag.attributes).length > 0) return;
    else if (Object.hasOwn(characters, name)) add(characters[name] as string);
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    const name = localName(tag.name);
    if (name === 't') inText = false;
    if (name === 'p' && skipFrom === undefined) add('\n\n');
    if (skipFrom === depth) skipFrom = undefined;
    depth--;
  });
  const onText = (part: string) => {
    if (inText && skipFrom === undefined)
      add(part.replaceAll(renderedBreak, '').replaceAll(authoredBreak, ''));
  };
  parser.on('text', onText);
  parser.on('cdata', onText);

  return {
    /** Throws if the text is not XML. */
    write: (chunk: string) => void parser.write(chunk),
    pages(): string[] {
      parser.close();
      const whole = text.join('');
      return whole.includes(renderedBreak)
        ? whole.replaceAll(authoredBreak, '').split(renderedBreak)
        : whole.split(authoredBreak);
    },
  };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function isPageBreak(attributes: Record<string, string>): boolean {
  return Object.entries(attributes).some(([name, value]) => localName(name) === 'type' && value === 'page');
}
