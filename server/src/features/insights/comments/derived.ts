import { derived } from '../../../platform/database/derived/declaration.ts';

const ofTarget = (table: string) => ({ table, where: { target_id: 'id' } });

export const comments = derived('comments', {
  live: { type: 'comment' },
  activity: {},
  inbox: [
    {
      name: 'mention',
      on: 'insert or update of mentions',
      type: `'mention'`,
      recipients: 'select unnest(new.mentions) except select unnest(old.mentions)',
      source: 'new.id',
      subject: { type: 'new.target_type', id: 'new.target_id' },
    },
    {
      name: 'reply',
      on: 'insert',
      when: 'new.parent_id is not null',
      type: `'reply'`,
      recipients: `select c.created_by from comments c
        where (c.id = new.parent_id or c.parent_id = new.parent_id) and c.created_by <> all(new.mentions)`,
      source: 'new.id',
      subject: { type: 'new.target_type', id: 'new.target_id' },
    },
  ],
  deletedWith: ['cards', 'reports', 'notes', 'clips', 'taggings', 'files'].map(ofTarget),
});
