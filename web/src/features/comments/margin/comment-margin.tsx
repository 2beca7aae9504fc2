import { MessageSquare } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import type { CommentAnchor, CommentTarget } from '../../../data/comments.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { CommentsProvider } from '../context.ts';
import { texts } from '../texts.ts';
import { useCommentList } from '../use-comment-list.ts';
import { layoutMargin, type MarginItem, type Place } from './layout.ts';
import { MarginDraft, MarginThread } from './margin-thread.tsx';

export interface CommentMarginProps {
  projectId: string;
  target: CommentTarget;
  /** Where the threads to show are, in the order of the text. */
  places: readonly Place[];
  /** The words that a thread is about. */
  nameOf(threadId: string): string;
  active: string | undefined;
  onActive(threadId: string | undefined): void;
  /** A comment that is being written, in the place with its id. */
  draft?: { id: string; name: string; anchor(): CommentAnchor } | undefined;
  onDraftEnd(): void;
  /** Gives the text the focus again. */
  onLeave(): void;
  /** The comment in the address. */
  focused?: string | undefined;
  /** There is no room beside the text: threads open over it. */
  isNarrow: boolean;
}

/** The threads beside a text. The active one is at its line, the others are markers, and nothing overlaps. */
export function CommentMargin(props: CommentMarginProps) {
  const { projectId, target, places, nameOf, active, onActive, draft, onDraftEnd, onLeave } = props;
  const { threads, context } = useCommentList({ projectId, target, describePlace: () => null });
  const [takesFocus, setTakesFocus] = useState(false);
  // It appears when its place is known, so it is a state and not a ref.
  const [card, setCard] = useState<HTMLDivElement | null>(null);
  const height = useHeight(card);

  const order = places.map(({ id }) => id).filter((id) => id !== draft?.id);
  const shown = draft ? undefined : threads.find(({ comment }) => comment.id === active);
  const openId = draft?.id ?? shown?.comment.id;
  const { above, below } = layoutMargin(places, openId === undefined ? undefined : { id: openId, height });
  const open = (id: string) => {
    setTakesFocus(true);
    onActive(id);
  };
  const close = () => {
    if (draft) onDraftEnd();
    else onActive(undefined);
    onLeave();
  };
  const content = draft ? (
    <MarginDraft
      key={draft.id}
      place={`${target.id}.excerpt`}
      name={draft.name}
      onSend={async (comment) => {
        const { id } = await context.actions.create({ ...comment, about: target, anchor: draft.anchor() });
        onActive(id);
      }}
      onDone={() => {
        onDraftEnd();
        onLeave();
      }}
    />
  ) : (
    shown && (
      <MarginThread
        key={shown.comment.id}
        thread={shown}
        focused={props.focused}
        position={order.indexOf(shown.comment.id)}
        count={order.length}
        takesFocus={takesFocus}
        onStep={(by) => open(order.at((order.indexOf(shown.comment.id) + by) % order.length) as string)}
        onResolved={() => {
          onActive(undefined);
          onLeave();
        }}
      />
    )
  );
  const markers = (items: MarginItem[]) =>
    items.map((item) => (
      <Marker key={item.ids[0]} item={item} threads={threads} nameOf={nameOf} onOpen={open} />
    ));
  const place = places.find(({ id }) => id === openId);
  return (
    <CommentsProvider value={context}>
      {props.isNarrow ? (
        <Sheet
          open={content !== undefined}
          onClose={close}
          title={texts.about(texts.quoted(draft?.name ?? nameOf(active ?? '')))}
        >
          {content}
        </Sheet>
      ) : (
        <>
          {markers(above)}
          {content && place && (
            // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is in it.
            <div
              ref={setCard}
              className="absolute start-0 z-10 w-full max-w-72 rounded-lg border border-line bg-surface shadow-lg"
              style={{ top: place.top }}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || event.defaultPrevented) return;
                event.stopPropagation();
                close();
              }}
            >
              {content}
            </div>
          )}
          {markers(below)}
        </>
      )}
    </CommentsProvider>
  );
}

interface MarkerProps {
  item: MarginItem;
  threads: ReturnType<typeof useCommentList>['threads'];
  nameOf(threadId: string): string;
  onOpen(threadId: string): void;
}

/** How many comments are at a line. */
function Marker({ item: { ids, top }, threads, nameOf, onOpen }: MarkerProps) {
  const count = threads
    .filter(({ comment }) => ids.includes(comment.id))
    .reduce((sum, { replies }) => sum + 1 + replies.length, 0);
  const [first] = ids;
  if (first === undefined || count === 0) return null;
  return (
    <button
      type="button"
      onClick={() => onOpen(first)}
      aria-label={texts.marker(count, nameOf(first))}
      className="absolute start-0 -mt-1.5 flex min-h-8 items-center gap-1 rounded-md px-1.5 text-sm text-soft tabular-nums hover:bg-sunken hover:text-ink"
      style={{ top }}
    >
      <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
      {count}
    </button>
  );
}

const gapPx = 8;

/** The height of the open thread with the gap below it. */
function useHeight(element: HTMLElement | null): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setHeight(element.offsetHeight + gapPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
