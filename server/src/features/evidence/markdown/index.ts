/** Imports no database, so that threads that parse Markdown start quickly. */
export { escapeMarkdown } from './escape.ts';
export { parseMarkdown, type Span, spansOf, walk } from './parse.ts';
