/** The text after an `@` that is being typed before the caret; undefined if there is none. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | undefined {
  const match = /(?:^|\s)@([^@\n]{0,60})$/u.exec(text.slice(0, caret));
  if (!match) return undefined;
  const typed = match[1] ?? '';
  return { start: caret - typed.length - 1, typed };
}

/** The question with the name in place of what was typed after `@`. */
export function insertMention(text: string, caret: number, start: number, name: string) {
  const after = text.slice(caret);
  const inserted = `${name}${after.startsWith(' ') ? '' : ' '}`;
  return { text: `${text.slice(0, start)}${inserted}${after}`, caret: start + inserted.length };
}
