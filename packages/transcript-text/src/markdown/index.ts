/** The Markdown of reports, as the server and the editor understand it. */
export { escapeMarkdown } from './escape.ts';
export { parseMarkdown, type Span, spansOf, walk } from './parse.ts';
