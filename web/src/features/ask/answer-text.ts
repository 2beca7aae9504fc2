import type { Message } from '../../data/chats.ts';

/** An answer as Markdown without references to its citations, for the clipboard and for notes. */
export const plainAnswer = ({ content }: Pick<Message, 'content'>): string =>
  content.replace(/\s?(?<!\\)\[cit_\d{1,6}\]/g, '');

/** An answer as a section of a report. The report gives its quotations references of its own and verifies them again. */
export const reportSection = (question: string, answer: Pick<Message, 'content'>): string =>
  `## ${headingOf(question)}\n\n${plainAnswer(answer).replace(/^### /gm, '#### ')}`;

/** One line: a heading ends at the end of its line. */
export const headingOf = (question: string): string => {
  const line = question.replace(/\s+/g, ' ').trim();
  return (line.length > 160 ? `${line.slice(0, 159)}…` : line).replace(/([\\`*_[\]<>#])/g, '\\$1');
};

export const titleOf = (question: string): string => {
  const line = question.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
};
