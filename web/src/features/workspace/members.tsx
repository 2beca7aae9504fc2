import { useInfiniteQuery } from '@tanstack/react-query';
import { membersQuery } from '../../data/members.ts';
import { formatDate, humanize } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Badge } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function Members({ ownerId }: { ownerId: string | null }) {
  const list = useInfiniteQuery(membersQuery);
  if (list.isPending) return <Skeleton rows={2} label="Loading members" />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <ul className="border-t border-line" aria-label="Members">
        {list.data.pages
          .flatMap((page) => page.data)
          .map((member) => (
            <li
              key={member.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-4"
            >
              <div className="min-w-0">
                <p className="font-medium">{member.name}</p>
                <p className="text-sm text-soft">
                  {member.email} · since {formatDate(member.joined_at)}
                </p>
              </div>
              <Badge>{member.id === ownerId ? 'Owner' : humanize(member.role)}</Badge>
            </li>
          ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-6" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  );
}
