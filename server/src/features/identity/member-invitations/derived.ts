import { derived } from '../../../platform/database/derived/declaration.ts';

export const memberInvitations = derived('member_invitations', {
  live: { type: 'member_invitation', workspace: 'workspace_id' },
  inbox: [
    {
      name: 'bounced',
      on: 'update of bounce_reason',
      when: 'new.bounce_reason is not null and old.bounce_reason is null',
      type: `'invitation_bounced'`,
      recipients: 'select new.created_by',
      project: 'null',
      source: 'new.id',
      subject: { type: `'member_invitation'`, id: 'new.id' },
      // The invitation itself does not change.
      at: 'now()',
    },
  ],
});
