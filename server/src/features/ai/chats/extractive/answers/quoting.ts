import { escapeMarkdown } from '../../../../evidence/markdown/index.ts';
import type { AnswerPassage } from '../../answer.ts';
import type { Phrases } from '../../phrases.ts';
import type { ComposeRequest } from '../compose-request.ts';
import { excerptOf } from '../excerpt.ts';

const namesMax = 6;

/** Writes quotations, and records the segment behind the citation of each. */
export interface Quoting {
  quote(passage: AnswerPassage): string;
  namedSegments: Record<string, string[]>;
}

export function createQuoting({ terms, languages }: ComposeRequest): Quoting {
  const namedSegments: Record<string, string[]> = {};
  const stems = terms.map(({ stem }) => stem);
  return {
    namedSegments,
    quote({ segment, file_id }) {
      const id = `cit_${Object.keys(namedSegments).length + 1}`;
      namedSegments[id] = [segment.id];
      const words = excerptOf(segment.text, languages[file_id] ?? null, stems);
      return `> ${escapeMarkdown(words.replace(/\s+/g, ' '))} [${id}]`;
    },
  };
}

/** “Ada, Ben and Cleo”. Empty if there are too many names. */
export const listNames = (names: string[], { and }: Phrases): string => {
  if (names.length > namesMax) return '';
  const escaped = names.map(escapeMarkdown);
  const last = escaped.pop() ?? '';
  return escaped.length > 0 ? `${escaped.join(', ')} ${and} ${last}` : last;
};
