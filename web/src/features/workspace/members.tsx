import { useInfiniteQuery } from '@tanstack/react-query';
import { membersQuery } from '../../lib/people.ts';
import { onDay, sentence } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/page.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';

export function Members({ ownerId }: { ownerId: string | null }) {
  const list = useInfiniteQuery(membersQuery);
  if (list.isPending) return <Waiting rows={2} label="Loading members" />;
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
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
                  {member.email} · since {onDay(member.joined_at)}
                </p>
              </div>
              <Badge>{member.id === ownerId ? 'Owner' : sentence(member.role)}</Badge>
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
