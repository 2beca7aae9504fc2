import { describe, expect, test } from 'vitest';
import { type Derived, derived } from './declaration.ts';
import { statementsOf, triggersOf, writeDerived, writeDerivedFile } from './write.ts';

const declared = (table: string, what: Derived, sql: string[] = []) => ({
  declaration: derived(table, what),
  file: `${table}/derived.ts`,
  sql,
});
const triggersFor = (what: Derived) =>
  statementsOf(derived('pages', what)).triggers.map(
    ({ table, name, event, when }) => `${table}: ${name} after ${event}${when ? ` when ${when}` : ''}`,
  );
const textOf = (what: Derived) => writeDerived([declared('pages', what)]);

describe('a declaration', () => {
  test('writes no triggers for a table that nothing is derived from', () => {
    expect(statementsOf(derived('pages', { none: 'a reason' }))).toEqual({ functions: {}, triggers: [] });
  });

  test('writes each kind of change of live records, with the file of the record', () => {
    expect(triggersFor({ live: { type: 'page' } })).toEqual([
      'pages: pages_noted_created after insert',
      'pages: pages_noted_updated after update',
      'pages: pages_noted_deleted after delete',
    ]);
    const text = textOf({ live: { type: 'page', key: 'file_id', file: 'file_id' } });
    expect(text).toContain('insert into changes (type, action, project_id, file_id, record_ids)');
    expect(text).toContain('from changed c group by c.project_id, c.file_id');
  });

  test('writes the workspace for live records outside projects', () => {
    const text = textOf({ live: { type: 'page', workspace: 'owner', actions: ['updated'] } });
    expect(text).toContain('insert into changes (type, action, workspace_id, record_ids)');
    expect(text).toContain(`select 'page', tg_argv[0], c.owner,`);
    expect(text).not.toContain('pages_noted_created');
  });

  test('leaves out new rows and updates of other columns of live records if it is declared', () => {
    expect(
      triggersFor({ live: { type: 'page', createdUnless: 'first', updated: ['name', 'color'] } }),
    ).toEqual([
      'pages: pages_noted_created after insert when not new.first',
      'pages: pages_noted_updated after update of name, color',
      'pages: pages_noted_deleted after delete',
    ]);
  });

  test('updates the activity of the project, and of the file that a record left', () => {
    expect(triggersFor({ activity: { actions: ['added'] } })).toEqual([
      'pages: pages_active_added after insert',
    ]);
    expect(triggersFor({ activity: { file: 'moves' } })).toEqual([
      'pages: pages_active_added after insert',
      'pages: pages_active_changed after update',
      'pages: pages_active_removed after delete',
      'pages: pages_file_active_added after insert',
      'pages: pages_file_active_changed after update',
      'pages: pages_file_active_removed after delete',
      'pages: pages_file_left after update',
    ]);
  });

  test('changes one column of the owner of a count, once for each statement', () => {
    const what: Derived = { counts: [{ on: 'tests', column: 'page_count', where: 'not simulated' }] };
    expect(triggersFor(what)).toEqual([
      'pages: pages_uncounted after delete',
      'pages: pages_counted after insert',
    ]);
    expect(textOf(what)).toContain('update tests o set page_count = o.page_count + c.n');
    expect(textOf(what)).toContain('from changed where not simulated');
  });

  test('writes the text of the search again only where it changed', () => {
    const what: Derived = {
      search: { type: 'page', title: (row) => `${row}.name`, body: (row) => `${row}.text` },
    };
    expect(triggersFor(what)).toEqual([
      'pages: pages_indexed after insert',
      'pages: pages_reindexed after update',
      'pages: pages_unindexed after delete',
    ]);
    expect(textOf(what)).toMatch(
      /where \(d\.title, d\.body\) is distinct from\s+\(excluded\.title, excluded\.body\)/,
    );
    expect(
      triggersFor({ search: { type: 'page', body: (row) => `${row}.text`, updated: ['text'] } })[1],
    ).toBe('pages: pages_reindexed after update when old.text is distinct from new.text');
  });

  test('puts the triggers of deletions and references on the other table', () => {
    const what: Derived = {
      deletedWith: [{ table: 'books', where: { book_id: 'id' } }],
      references: [{ to: 'files', field: 'file_id', list: 'quotes', set: { source_deleted: true } }],
    };
    expect(triggersFor(what)).toEqual([
      'books: books_deletes_pages after delete',
      'files: files_unlinked_from_pages after delete',
    ]);
    expect(textOf(what)).toContain('delete from pages d using changed c where d.book_id = c.id;');
    expect(textOf(what)).toContain(`then e.item || '{"source_deleted":true}' else e.item end`);
  });

  test('releases blobs and storage with the record', () => {
    const text = textOf({
      blobs: 'pages',
      storage: { bytes: (row) => `${row}.size`, workspace: 'workspace_id' },
    });
    expect(text).toContain(`select 'pages/' || id || '/', now() from changed`);
    expect(text).toContain(`select w.id, 'storage_bytes', '1970-01-01', 0, -sum(c.size)`);
    expect(text.match(/create trigger/g)).toHaveLength(1);
  });
});

describe('the file', () => {
  const all = [
    declared('pages', { taggable: 'record' }),
    declared('books', { taggable: 'record' }, [
      'create trigger books_other after insert\n  on books\n  for each row …;',
    ]),
  ];

  test('contains a function once if several tables use it, and does not depend on the order of declarations', () => {
    expect(writeDerived(all).match(/create function derived\.drop_taggings/g)).toHaveLength(1);
    expect(writeDerived([...all].reverse())).toBe(writeDerived(all));
  });

  test('contains hand-written triggers, which are listed with the generated ones', () => {
    expect(writeDerived(all)).toContain('create trigger books_other after insert');
    expect(triggersOf(all)).toEqual(['pages.pages_untagged', 'books.books_untagged', 'books.books_other']);
  });

  test('gets a higher revision when it changes, and only then', () => {
    const first = writeDerivedFile('select 1;\n', '');
    expect(first).toContain('-- Revision 1\n');
    expect(writeDerivedFile('select 1;\n', first)).toBe(first);
    expect(writeDerivedFile('select 2;\n', first)).toContain('-- Revision 2\n');
  });
});
