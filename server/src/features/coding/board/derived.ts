import { derived } from '../../../platform/database/derived/declaration.ts';

/** The first lanes are created and counted by the statement that creates their project, so they are neither changes nor activity. */
export const lanes = derived('lanes', {
  live: { type: 'lane', createdUnless: 'with_project' },
  activity: { addedUnless: 'with_project' },
  counts: [{ on: 'projects', column: 'lane_count', addedUnless: 'with_project' }],
  deletedWith: [{ table: 'projects', where: { project_id: 'id' }, eachRow: true }],
  sql: ['require-project-of-lane.sql'],
});

const quotations = (row: string) => `(
      select string_agg(e.item ->> 'quote', E'\\n' order by e.place)
        from jsonb_array_elements(${row}.evidence) with ordinality as e (item, place))`;

/** Most updates move a card, so the index is written only if the words changed. */
export const cards = derived('cards', {
  live: { type: 'card' },
  activity: {},
  counts: [{ on: 'projects', column: 'card_count' }],
  search: {
    type: 'card',
    title: (row) => `${row}.title`,
    body: (row) => `concat_ws(E'\\n', ${row}.body, ${quotations(row)})`,
    updated: ['title', 'body', 'evidence'],
  },
  taggable: 'record',
  inbox: [
    {
      name: 'assignment',
      on: 'insert or update of assignee_id',
      type: `'assignment'`,
      recipients: 'select new.assignee_id where new.assignee_id is distinct from old.assignee_id',
      source: 'new.id',
      subject: { type: `'card'`, id: 'new.id' },
    },
  ],
  references: [
    { to: 'files', field: 'file_id', list: 'evidence', set: { source_deleted: true } },
    { to: 'clips', field: 'clip_id', list: 'evidence', set: { source_deleted: true } },
  ],
});
