import { derived } from '../../../platform/database/derived/declaration.ts';

/** Citations, marks of headings, quotations and lists, escapes, and marks of emphasis, code and tables. */
const markdown = String.raw`'\[cit_\d+\]|^\s*(#+|>+|[-*+]|\d+[.)])\s|\\(?=[!-/:-@\[-${'`'}{-~])|[*${'`'}|]'`;

export const reportRevisions = derived('report_revisions', {
  none: 'A revision is added with a change of its report, which is declared. Deleted sources are marked when it is read.',
});

export const reports = derived('reports', {
  live: { type: 'report' },
  activity: {},
  counts: [{ on: 'projects', column: 'report_count' }],
  search: {
    type: 'report',
    title: (row) => `${row}.title`,
    body: (row) => `regexp_replace(concat_ws(E'\\n', ${row}.summary, ${row}.body_markdown),
      ${markdown}, ' ', 'gn')`,
    hasWorkspace: true,
  },
  // Quotations of deleted sources remain, marked.
  references: [
    { to: 'files', field: 'file_id', list: 'citations', set: { source_deleted: true } },
    { to: 'responses', field: 'response_id', list: 'citations', set: { source_deleted: true } },
  ],
});
