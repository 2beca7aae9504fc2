import type { Note } from '../../data/notes.ts';
import { texts } from './texts.ts';

type Text = Pick<Note, 'title' | 'body'>;

/** Lines without the signs of Markdown for headings, lists, emphasis and links. */
const linesOf = (body: string) =>
  body
    .split('\n')
    .map((line) => line.replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)/, ''))
    .map((line) =>
      line
        .replace(/\[([^[\]]*)\]\([^)\n]{0,300}\)/g, '$1')
        .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
        .trim(),
    )
    .filter((line) => line !== '');

export const headingOf = ({ title, body }: Text): string =>
  title?.trim() || linesOf(body)[0]?.slice(0, 200) || texts.emptyNote;

export function snippetOf({ title, body }: Text): string {
  const lines = linesOf(body);
  return (title?.trim() ? lines : lines.slice(1)).join(' ').slice(0, 200);
}
