/** Escapes text of transcripts and people, one line of it, so that Markdown shows it as it is. */
export const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\`*_[\]<>|#~]/g, '\\$&')
    // These have a meaning at the beginning of a line only: a list item.
    .replace(/^(\s*)([-+])/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])/, '$1\\$2');
