import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Chat, chatsQuery } from '../../data/chats.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useHiddenChats } from './delete-chat.ts';
import { texts } from './texts.ts';

interface HistoryListProps {
  projectId: string;
  onOpen?(): void;
  /** Shows a thread where the list is, in place of its page. */
  onChoose?(chatId: string): void;
  /** The thread that is shown, if no page is. */
  current?: string | undefined;
}

const dayMs = 86_400_000;

/** The threads of the team by day. */
export function HistoryList({ projectId, onOpen, onChoose, current }: HistoryListProps) {
  const chats = useInfiniteQuery(chatsQuery(projectId));
  const hidden = useHiddenChats();
  if (chats.isPending) return <Skeleton label={texts.loading} rows={5} />;
  if (chats.isError && !chats.data)
    return <ErrorNotice error={chats.error} onRetry={() => void chats.refetch()} />;
  const shown = chats.data.pages.flatMap(({ data }) => data).filter(({ id }) => !hidden.has(id));
  const now = new Date();
  const dayOfChat = ({ updated_at }: Chat) => dayOf(new Date(updated_at), now);
  const days = [...new Set(shown.map(dayOfChat))];
  if (shown.length === 0) return <p className="px-2 py-3 text-sm text-soft">{texts.noHistory}</p>;
  return (
    <>
      {days.map((day) => (
        <section key={day} className="pb-3">
          <h2 className="px-2 py-1 text-sm text-soft">{texts[day]}</h2>
          <ul>
            {shown
              .filter((chat) => dayOfChat(chat) === day)
              .map((chat) => (
                <li key={chat.id}>
                  {onChoose ? (
                    <button
                      type="button"
                      aria-current={chat.id === current || undefined}
                      onClick={() => onChoose(chat.id)}
                      className={`${item} w-full text-start aria-[current=true]:bg-sunken`}
                    >
                      <HistoryItem chat={chat} />
                    </button>
                  ) : (
                    <Link
                      to="/projects/$projectId/ask/$chatId"
                      params={{ projectId, chatId: chat.id }}
                      {...(onOpen ? { onClick: onOpen } : {})}
                      className={`${item} data-[status=active]:bg-sunken`}
                    >
                      <HistoryItem chat={chat} />
                    </Link>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
      {chats.hasNextPage && (
        <Button variant="bare" busy={chats.isFetchingNextPage} onClick={() => void chats.fetchNextPage()}>
          {texts.moreHistory}
        </Button>
      )}
    </>
  );
}

const item = 'block rounded-md px-2 py-2 hover:bg-sunken pointer-coarse:min-h-11';

const HistoryItem = ({ chat }: { chat: Chat }) => (
  <>
    <span dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
      {chat.title}
    </span>
    <span className="text-xs text-soft">{texts.questions(chat.question_count)}</span>
  </>
);

export function dayOf(date: Date, now: Date): 'today' | 'yesterday' | 'lastWeek' | 'earlier' {
  const startOfDay = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
  const days = Math.round((startOfDay(now) - startOfDay(date)) / dayMs);
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : days <= 7 ? 'lastWeek' : 'earlier';
}
