import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import type { AnswerDraft } from '../answer.ts';
import { withoutMarkup } from './inspect-output.ts';

const label = /\[(s\d+(?:\s*[,;]\s*s\d+)*)\]/g;

/** Turns the text of a model into a draft: each quotation becomes a block with the segments that the model gives for it. */
export function toDraft(text: string, idOf: Map<string, string>): Omit<AnswerDraft, 'answered'> {
  const namedSegments: AnswerDraft['namedSegments'] = {};
  const quote = (block: string) => {
    const id = `cit_${Object.keys(namedSegments).length + 1}`;
    const labels = [...block.matchAll(label)].flatMap(([, list = '']) => list.split(/\s*[,;]\s*/));
    namedSegments[id] = labels.flatMap((one) => idOf.get(one) ?? []);
    const words = block
      .replace(label, ' ')
      .replace(/^\s*>+ ?/gm, '')
      .replace(/\\([\\`*_[\]<>|#~.!()+-])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim();
    return words === '' ? '' : `> ${escapeMarkdown(unquoted(words))} [${id}]`;
  };
  const parts = text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n|\n(?=\s*>)|(?<=^\s*>.*)\n(?!\s*>)/m)
    .map((part) => (/^\s*>/.test(part) ? quote(part) : clean(part)));
  return { text: parts.filter(Boolean).join('\n\n'), namedSegments };
}

/** Models put marks around quotations in a block; the server adds its own. */
const unquoted = (words: string) => words.replace(/^["“„«]\s*(.*?)\s*["”“»]([.,!?]?)$/u, '$1$2');

/** Removes labels, citations and headings from the text of the model: only the server creates these. */
const clean = (text: string) =>
  withoutMarkup(text)
    .replace(/\s*\[(s\d+(\s*[,;]\s*s\d+)*|cit_\d+)\]/g, '')
    .replace(/^#{1,6}\s+/gm, '')
    .trim();
