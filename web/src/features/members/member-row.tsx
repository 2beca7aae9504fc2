import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '../../data/me.ts';
import { type Member, type Role, useChangeRole, useRemoveMember } from '../../data/members.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatDate } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Badge } from '../../ui/page-layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import { RoleSelect, roleColumn } from './role-select.tsx';
import { assignableRoles, roleNames } from './roles.ts';
import { texts } from './texts.ts';

export function MemberRow({ me, member, isLastOwner }: { me: Me; member: Member; isLastOwner: boolean }) {
  const [removing, setRemoving] = useState(false);
  const [confirmingRole, setConfirmingRole] = useState<Role | undefined>();
  const changeRole = useChangeRole();
  const toast = useToast();
  const roles = assignableRoles(me, member, isLastOwner);
  const isMe = member.id === me.id;
  const save = (role: Role) =>
    changeRole.mutate(
      { userId: member.id, role },
      {
        onSuccess: () => toast({ text: texts.roleChanged[role](member.name) }),
        onError: (error) => toast({ text: texts.theRoleWasNotChanged(errorMessage(error)) }),
        onSettled: () => setConfirmingRole(undefined),
      },
    );
  const choose = (role: Role) => (role === 'owner' || isMe ? setConfirmingRole(role) : save(role));
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
      <Avatar name={member.name} size="control" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <bdi className="line-clamp-2 min-w-0 break-words" title={member.name}>
            {member.name}
          </bdi>{' '}
          {isMe && <Badge>{texts.you}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-soft">
          <span className="max-w-full truncate" title={member.email}>
            {member.email}
          </span>
          <span className="whitespace-nowrap max-sm:hidden">{texts.since(formatDate(member.joined_at))}</span>
        </p>
      </div>
      {roles.length > 0 ? (
        <RoleSelect
          label={texts.roleOf(member.name)}
          value={member.role}
          roles={roles}
          disabled={changeRole.isPending}
          onChange={choose}
        />
      ) : (
        <span
          className={`${roleColumn} px-2 text-soft`}
          title={isLastOwner ? texts.workspaceAlwaysHasOwner : undefined}
        >
          {roleNames()[member.role]}
        </span>
      )}
      {roles.length > 0 ? (
        <Menu
          trigger={
            <IconButton label={texts.actionsFor(member.name)}>
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem danger onSelect={() => setRemoving(true)}>
            {isMe ? texts.leaveMenuItem : texts.removeMenuItem}
          </MenuItem>
        </Menu>
      ) : (
        <span className="control-square" aria-hidden="true" />
      )}
      <ConfirmDialog
        open={confirmingRole !== undefined}
        onClose={() => setConfirmingRole(undefined)}
        onConfirm={() => confirmingRole && save(confirmingRole)}
        busy={changeRole.isPending}
        title={isMe ? texts.changeYourOwnRole : texts.makeOwnerQuestion(member.name)}
        description={isMe ? texts.loseRights : texts.ownerRights}
        action={isMe ? texts.changeMyRole : texts.makeOwner}
      />
      <RemoveDialog open={removing} onClose={() => setRemoving(false)} member={member} isMe={isMe} />
    </li>
  );
}

function RemoveDialog({
  open,
  onClose,
  member,
  isMe,
}: {
  open: boolean;
  onClose(): void;
  member: Member;
  isMe: boolean;
}) {
  const remove = useRemoveMember();
  const toast = useToast();
  // Callbacks of `mutate` would be lost, because the row disappears.
  const confirm = () =>
    remove
      .mutateAsync(member.id)
      .then(
        () => (isMe ? window.location.assign('/sign-in') : toast({ text: `${member.name} was removed.` })),
        (error: unknown) => toast({ text: `${member.name} was not removed: ${errorMessage(error)}` }),
      )
      .finally(onClose);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={confirm}
      busy={remove.isPending}
      title={isMe ? texts.leaveQuestion : texts.removeQuestion(member.name)}
      description={isMe ? texts.leaveConsequence : texts.removeConsequence}
      action={isMe ? texts.leave : texts.remove}
    />
  );
}
