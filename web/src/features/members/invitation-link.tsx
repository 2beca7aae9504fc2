import { Copy } from 'lucide-react';
import type { MemberInvitation } from '../../data/member-invitations.ts';
import { useSendsMail } from '../../data/workspace.ts';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';

/** The personal link of an invitation, for servers that send no mail and for mails that do not arrive. */
export function InvitationLink({ invitation: { email, invite_url } }: { invitation: MemberInvitation }) {
  const toast = useToast();
  const sendsMail = useSendsMail();
  const copy = async () =>
    toast({
      text: (await copyText(invite_url))
        ? `Link copied. Give it only to ${email}.`
        : 'The browser blocked copying the link.',
    });
  return (
    <div className="space-y-3">
      <p>
        {sendsMail === false ? (
          <>
            This server sends no mail. Copy the link and give it to <bdi>{email}</bdi>.
          </>
        ) : (
          <>
            A mail with this link is on its way to <bdi>{email}</bdi>. You can also copy the link and give it
            to the person yourself.
          </>
        )}
      </p>
      <div className="flex gap-2">
        <input
          readOnly
          aria-label="Link of the invitation"
          value={invite_url}
          onFocus={(event) => event.target.select()}
          className="control min-w-0 flex-1 truncate rounded-md border border-line bg-sunken px-2.5 text-sm"
        />
        <Button onClick={() => void copy()}>
          <Copy size={16} strokeWidth={1.75} aria-hidden="true" /> Copy link
        </Button>
      </div>
    </div>
  );
}
