import { useQuery } from '@tanstack/react-query';
import { unreadCountQuery } from '../../data/inbox.ts';
import { formatNumber } from '../../lib/format.ts';
import { texts } from './texts.ts';

/** The server counts no further. */
const countedMax = 100;

/** How many rows of the inbox are unread, in the navigation. */
export function UnreadCount() {
  const { data: count = 0 } = useQuery(unreadCountQuery);
  if (count === 0) return null;
  const more = count >= countedMax ? '+' : '';
  return (
    <span className="font-normal tabular-nums max-lg:sr-only">
      <span aria-hidden="true">
        {formatNumber(Math.min(count, countedMax - 1))}
        {more}
      </span>
      <span className="sr-only">{texts.unreadCount(count, more)}</span>
    </span>
  );
}
