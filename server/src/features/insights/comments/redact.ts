import { redactExcerpt } from '../../evidence/index.ts';
import { inProject, type TextTable } from '../../text-table.ts';
import type { CommentRow } from './store.ts';

export const commentTexts: TextTable<Pick<CommentRow, 'body' | 'excerpt'>> = {
  table: 'comments',
  key: ['id'],
  ofProject: inProject,
  columns: { body: 'markdown', excerpt: 'json' },
  rewrite: ({ body, excerpt }, { remove, mask }) => ({
    body: remove(body),
    excerpt: excerpt && redactExcerpt(excerpt, mask),
  }),
  touches: ['updated_at'],
};
