import type { FormEvent } from 'react';
import { type InvitedRole, useInvite } from '../../data/member-invitations.ts';
import { useSendsMail } from '../../data/workspace.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice, TextField } from '../../ui/field.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { roleMeanings, roleNames } from './roles.ts';

const roles: InvitedRole[] = ['admin', 'member', 'viewer'];

export function InviteDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const invite = useInvite();
  const sendsMail = useSendsMail();
  const close = () => {
    invite.reset();
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    invite.mutate({ email, role: form.get('role') as InvitedRole });
  };
  const { error, data: invitation } = invite;
  if (invitation)
    return (
      <Dialog open={open} onClose={close} title={`Invitation to ${invitation.email}`}>
        <InvitationLink invitation={invitation} />
        <DialogActions>
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Invite to the workspace"
      description={
        sendsMail === false
          ? 'This server sends no mail: you get a personal link to give to the person. It works for seven days.'
          : 'The person gets a personal link by mail that works for seven days.'
      }
    >
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          placeholder="grace@example.com"
          error={fieldError(error, 'email')}
        />
        <fieldset className="space-y-2">
          <legend className="mb-1.5 font-medium">Role</legend>
          {roles.map((role) => (
            <Choice
              key={role}
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === 'member'}
              title={roleNames[role]}
              description={roleMeanings[role]}
            />
          ))}
        </fieldset>
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={invite.isPending}>
            {sendsMail === false ? 'Create invitation' : 'Send invitation'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
