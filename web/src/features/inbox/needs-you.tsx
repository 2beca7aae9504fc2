import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { latestInboxQuery, unreadCountQuery } from '../../data/inbox.ts';
import { InboxRow } from './inbox-row.tsx';
import { texts } from './texts.ts';
import { useReadWithUndo } from './use-read-with-undo.ts';

/** The latest unread rows of the inbox, for the home page. */
export function NeedsYou() {
  const { data: items } = useQuery(latestInboxQuery);
  const { data: unread = 0 } = useQuery(unreadCountQuery);
  const mark = useReadWithUndo();
  if (!items) return null;
  return (
    <section>
      <div className="control mb-2 flex items-center justify-between gap-3">
        <h2 className="font-medium">
          {texts.needsYou}
          {unread > 0 && <span className="ms-2 text-sm font-normal text-soft">{texts.countNew(unread)}</span>}
        </h2>
        <Link
          to="/inbox"
          className="control inline-flex items-center text-sm font-medium text-accent hover:underline"
        >
          {texts.title}
        </Link>
      </div>
      {items.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-4 py-3 text-soft">{texts.nothingUnread}.</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {items.map((item) => (
            <InboxRow key={item.id} item={item} onRead={(read) => mark([read])} />
          ))}
        </ul>
      )}
    </section>
  );
}
