import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type InboxItem, inboxQuery, useMarkRead } from '../../data/inbox.ts';
import { errorMessage } from '../../lib/errors.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { groupByDay } from './group-by-day.ts';
import { InboxRow } from './inbox-row.tsx';
import type { InboxView } from './inbox-view.ts';
import { texts } from './texts.ts';
import { useReadWithUndo } from './use-read-with-undo.ts';

interface InboxPageProps {
  view: InboxView;
  onView(view: InboxView): void;
}

/** Everything that concerns the person, by day. */
export function InboxPage({ view, onView }: InboxPageProps) {
  usePageTitle(texts.title);
  const isUnreadOnly = view.view === 'unread';
  const list = useInfiniteQuery(inboxQuery(isUnreadOnly));
  const items = list.data?.pages.flatMap((page) => page.data) ?? [];
  const mark = useReadWithUndo();
  const markAll = useMarkRead();
  const toast = useToast();
  const rows = useRowKeys(items, mark);
  const newest = items[0];
  return (
    <Page>
      <PageHead
        title={texts.title}
        actions={
          <>
            <SegmentedControl
              label={texts.which}
              value={isUnreadOnly ? 'unread' : 'all'}
              onChange={(value) => onView({ view: value === 'unread' ? 'unread' : undefined })}
              options={[
                { value: 'all', name: texts.all },
                { value: 'unread', name: texts.unread },
              ]}
            />
            <Button
              busy={markAll.isPending}
              disabled={!newest || items.every(({ read_at }) => read_at !== null)}
              onClick={() =>
                newest &&
                markAll.mutate(
                  { before: newest.updated_at, read: true },
                  { onError: (error) => toast({ text: errorMessage(error) }) },
                )
              }
            >
              {texts.markAllRead}
            </Button>
          </>
        }
      />
      {list.isPending && <Skeleton rows={6} label={texts.loading} />}
      {list.isError && !list.data && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && (
        <EmptyState title={isUnreadOnly ? texts.nothingUnread : texts.nothing}>{texts.about}</EmptyState>
      )}
      <div ref={rows} className="max-w-4xl space-y-6">
        {groupByDay(items).map(({ name, items: ofDay }) => (
          <section key={name}>
            <h2 className="mb-2 text-sm font-medium text-soft">{name}</h2>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {ofDay.map((item) => (
                <InboxRow key={item.id} item={item} onRead={(read) => mark([read])} />
              ))}
            </ul>
          </section>
        ))}
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {texts.more}
          </Button>
        )}
      </div>
    </Page>
  );
}

/** J and K move the focus between rows, E marks the one with the focus as read and goes on, U takes it back. */
function useRowKeys(items: InboxItem[], mark: ReturnType<typeof useReadWithUndo>) {
  const container = useRef<HTMLDivElement>(null);
  const stops = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-arrow-stop]') ?? [])];
  const focusedIndex = () =>
    stops().findIndex((stop) => stop.closest('li')?.contains(document.activeElement));
  const move = (by: number) => {
    const all = stops();
    const next = all[Math.min(all.length - 1, Math.max(0, focusedIndex() + by))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const markFocused = (read: boolean) => {
    const item = items[focusedIndex()];
    if (!item) return false;
    mark([item], read);
    if (read) move(1);
    return true;
  };
  useShortcuts([
    {
      keys: ['j', 'ArrowDown'],
      label: texts.next,
      group: texts.shortcuts,
      repeats: true,
      run: () => move(1),
    },
    {
      keys: ['k', 'ArrowUp'],
      label: texts.previous,
      group: texts.shortcuts,
      repeats: true,
      run: () => move(-1),
    },
    { keys: 'e', label: texts.markRead, group: texts.shortcuts, run: () => markFocused(true) },
    { keys: 'u', label: texts.markUnread, group: texts.shortcuts, run: () => markFocused(false) },
  ]);
  return container;
}
