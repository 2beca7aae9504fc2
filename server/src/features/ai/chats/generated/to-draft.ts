import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import type { AnswerDraft } from '../answer.ts';
import { withoutMarkup } from './inspect-output.ts';

const label = /\[(s\d+(?:\s*[,;]\s*s\d+)*)\]/g;

/** The model puts it in front of views that contradict others. */
export const differsMark = '[differs]';

/** Turns the text of a model into a draft: each quotation becomes a block with the segments that the model gives for it. */
export function toDraft(
  text: string,
  idOf: Map<string, string>,
  differ: string,
): Omit<AnswerDraft, 'answered'> {
  const namedSegments: AnswerDraft['namedSegments'] = {};
  const quote = (block: string) => {
    const id = `cit_${Object.keys(namedSegments).length + 1}`;
    const labels = [...block.matchAll(label)].flatMap(([, list = '']) => list.match(/s\d+/g) ?? []);
    namedSegments[id] = labels.flatMap((one) => idOf.get(one) ?? []);
    const words = block
      .replace(label, ' ')
      .replace(/^[^\S\r\n\u2028\u2029]*>+ ?/gm, '')
      .replace(/\\([\\`*_[\]<>|#~.!()+-])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim();
    return words === '' ? '' : `> ${escapeMarkdown(unquoted(words))} [${id}]`;
  };
  const isDifferent = (part: string) => part.trimStart().startsWith(differsMark);
  const parts = partsOf(text).flatMap((part) => {
    if (isQuotation(part)) return quote(part);
    const words = clean(part.replaceAll(differsMark, ''));
    return isDifferent(part) && words ? [`### ${escapeMarkdown(differ)}`, words] : words;
  });
  return { text: parts.filter(Boolean).join('\n\n'), namedSegments };
}

const isQuotation = (text: string) => /^\s*>/.test(text);

/** Splits a text into paragraphs and lines of quotations. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let inParagraph = false;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const isText = line.trim() !== '' && !isQuotation(line);
    if (isText && inParagraph) parts.push(`${parts.pop()}\n${line}`);
    else parts.push(line);
    inParagraph = isText;
  }
  return parts;
}

/** Models put marks around quotations in a block; the server adds its own. */
const unquoted = (words: string) => words.replace(/^["“„«] ?(.*?) ?["”“»]([.,!?]?)$/u, '$1$2');

/** Removes labels, citations and headings from the text of the model: only the server creates these. */
const clean = (text: string) =>
  withoutMarkup(text)
    .replace(/(?<!\s)\s*\[(s\d+(\s*[,;]\s*s\d+)*|cit_\d+)\]/g, '')
    .replace(/^#{1,6}\s+/gm, '')
    .trim();
