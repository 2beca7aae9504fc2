import { useInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import {
  type MemberInvitation,
  memberInvitationsQuery,
  useResendInvitation,
  useWithdrawInvitation,
} from '../../data/member-invitations.ts';
import { useSendsMail } from '../../data/workspace.ts';
import { copyText } from '../../lib/copy-text.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Badge } from '../../ui/page-layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import { roleColumn } from './role-select.tsx';
import { roleNames } from './roles.ts';
import { texts } from './texts.ts';

/** Invitations that were not accepted yet. The section is absent without any. */
export function Invitations() {
  const list = useInfiniteQuery(memberInvitationsQuery);
  if (list.isError)
    return (
      <div className="mt-8">
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  const invitations = list.data?.pages.flatMap((page) => page.data) ?? [];
  if (invitations.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="font-serif text-lg">{texts.invited}</h2>
      <ul className="mt-3 border-t border-line" aria-label={texts.invitations}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.loadMore}
        </Button>
      )}
    </section>
  );
}

function InvitationRow({ invitation }: { invitation: MemberInvitation }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const resend = useResendInvitation();
  const withdraw = useWithdrawInvitation();
  const toast = useToast();
  const sendsMail = useSendsMail();
  const { email } = invitation;
  const sendAgain = () =>
    resend.mutate(invitation.id, {
      onSuccess: (renewed) =>
        toast({
          text: sendsMail === false ? texts.linkRenewed(email) : texts.sentAgain(email),
          action: { label: texts.copyLink, run: () => void copy(renewed.data.invite_url) },
        }),
      onError: (error) => toast({ text: texts.notSentTo(email, errorMessage(error)) }),
    });
  const copy = async (url = invitation.invite_url) =>
    toast({
      text: (await copyText(url)) ? texts.linkCopied(email) : texts.copyBlocked,
    });
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="min-w-0 font-medium break-words">{email}</bdi>
          {invitation.status !== 'pending' && <Badge>{statusNames()[invitation.status]}</Badge>}
        </p>
        <p className="text-sm text-soft">{describe(invitation, sendsMail !== false)}</p>
      </div>
      <span className={`${roleColumn} px-2 text-soft`}>{roleNames()[invitation.role]}</span>
      <Menu
        trigger={
          <IconButton label={texts.invitationActions(email)}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onSelect={sendAgain}>{sendsMail === false ? texts.renewLink : texts.sendAgain}</MenuItem>
        <MenuItem onSelect={() => void copy()}>{texts.copyLink}</MenuItem>
        <MenuItem danger onSelect={() => setWithdrawing(true)}>
          {texts.withdrawMenuItem}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={withdrawing}
        onClose={() => setWithdrawing(false)}
        onConfirm={() =>
          // Callbacks of `mutate` would be lost, because the row disappears.
          void withdraw
            .mutateAsync(invitation.id)
            .then(
              () => toast({ text: texts.withdrawn(email) }),
              (error: unknown) => toast({ text: texts.notWithdrawn(errorMessage(error)) }),
            )
            .finally(() => setWithdrawing(false))
        }
        busy={withdraw.isPending}
        title={texts.withdrawQuestion(email)}
        description={texts.withdrawConsequence}
        action={texts.withdraw}
      />
    </li>
  );
}

const statusNames = () => ({ expired: texts.expired, bounced: texts.notDelivered }) as const;

function describe(invitation: MemberInvitation, sendsMail: boolean): string {
  const { status, sent_at, expires_at, bounce_reason, created_at } = invitation;
  if (status === 'bounced') return texts.bounced(bounce_reason ?? '');
  if (status === 'expired')
    return sendsMail
      ? texts.expiredSendAgain(formatRelativeTime(expires_at))
      : texts.expiredRenew(formatRelativeTime(expires_at));
  if (!sendsMail)
    return texts.createdNotMailed(formatRelativeTime(created_at), formatRelativeTime(expires_at));
  const sent = sent_at ? texts.sent(formatRelativeTime(sent_at)) : texts.beingSent;
  return texts.sentAndExpires(sent, formatRelativeTime(expires_at));
}
