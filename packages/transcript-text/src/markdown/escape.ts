/** Escapes one line of plain text, so that Markdown displays it unchanged. */
export const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\`*_[\]<>|#~]/g, '\\$&')
    // These characters start a list item, but only at the beginning of a line.
    .replace(/^(\s*)([-+])/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])/, '$1\\$2');
