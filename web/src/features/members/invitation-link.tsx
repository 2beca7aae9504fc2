import { Copy } from 'lucide-react';
import type { MemberInvitation } from '../../data/member-invitations.ts';
import { useSendsMail } from '../../data/workspace.ts';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** The personal link of an invitation, for servers that send no mail and for mails that do not arrive. */
export function InvitationLink({ invitation: { email, invite_url } }: { invitation: MemberInvitation }) {
  const toast = useToast();
  const sendsMail = useSendsMail();
  const copy = async () =>
    toast({
      text: (await copyText(invite_url)) ? texts.linkCopied(email) : texts.copyBlocked,
    });
  return (
    <div className="space-y-3">
      <p>
        {sendsMail === false ? (
          <>
            {texts.noMailBeforeAddress} <bdi>{email}</bdi>.
          </>
        ) : (
          <>
            {texts.onItsWayBeforeAddress} <bdi>{email}</bdi>
            {texts.onItsWayAfterAddress}
          </>
        )}
      </p>
      <div className="flex gap-2">
        <input
          readOnly
          aria-label={texts.linkOfTheInvitation}
          value={invite_url}
          onFocus={(event) => event.target.select()}
          className="control min-w-0 flex-1 truncate rounded-md border border-line bg-sunken px-2.5 text-sm"
        />
        <Button onClick={() => void copy()}>
          <Copy size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.copyLink}
        </Button>
      </div>
    </div>
  );
}
