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
import { texts } from './texts.ts';

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
      <Dialog open={open} onClose={close} title={texts.invitationTo(invitation.email)}>
        <InvitationLink invitation={invitation} />
        <DialogActions>
          <Button variant="primary" onClick={close}>
            {texts.done}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.inviteToTheWorkspace}
      description={sendsMail === false ? texts.noMailHint : texts.mailHint}
    >
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label={texts.email}
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          placeholder="grace@example.com"
          error={fieldError(error, 'email')}
        />
        <fieldset className="space-y-2">
          <legend className="mb-1.5 font-medium">{texts.role}</legend>
          {roles.map((role) => (
            <Choice
              key={role}
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === 'member'}
              title={roleNames()[role]}
              description={roleMeanings()[role]}
            />
          ))}
        </fieldset>
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={invite.isPending}>
            {sendsMail === false ? texts.createInvitation : texts.sendInvitation}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
