import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { canManageMembers, useMe } from '../../data/me.ts';
import { membersQuery } from '../../data/members.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { texts } from './texts.ts';

export function MembersPage() {
  usePageTitle(texts.members);
  const me = useMe();
  const [inviting, setInviting] = useState(false);
  const manages = canManageMembers(me);
  return (
    <>
      <PageHead
        title={texts.members}
        lead={manages ? texts.lead : texts.whoManages}
        actions={
          manages && (
            <Button variant="primary" onClick={() => setInviting(true)}>
              <Plus size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.invite}
            </Button>
          )
        }
      />
      <MemberList />
      {manages && <Invitations />}
      {manages && <InviteDialog open={inviting} onClose={() => setInviting(false)} />}
    </>
  );
}

function MemberList() {
  const me = useMe();
  const list = useInfiniteQuery(membersQuery);
  if (list.isPending) return <Skeleton rows={3} label={texts.loadingMembers} />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const members = list.data.pages.flatMap((page) => page.data);
  const owners = members.filter(({ role }) => role === 'owner').length;
  return (
    <>
      <ul className="border-t border-line" aria-label={texts.members}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            me={me}
            member={member}
            isLastOwner={member.role === 'owner' && owners === 1 && !list.hasNextPage}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.loadMore}
        </Button>
      )}
    </>
  );
}
