/** Imports no database, so that threads that parse Markdown start quickly. The editor of the application parses with it, too. */
export * from '@parley/transcript-text/markdown';
