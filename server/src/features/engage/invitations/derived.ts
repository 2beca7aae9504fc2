import { derived } from '../../../platform/database/derived/declaration.ts';

export const invitations = derived('invitations', {
  activity: {},
  counts: [{ on: 'tests', column: 'invitation_count', where: 'not simulated' }],
  inbox: [
    {
      name: 'bounced',
      on: 'update of status',
      when: `new.status = 'bounced' and old.status <> 'bounced' and not new.simulated`,
      type: `'invitation_bounced'`,
      recipients: 'select new.created_by',
      source: 'new.id',
      subject: { type: `'invitation'`, id: 'new.id' },
    },
  ],
});
