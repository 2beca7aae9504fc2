import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import {
  type Comment,
  type CommentAnchor,
  type CommentTarget,
  isResolved,
  type Thread,
} from '../../data/comments.ts';
import { formatTimecode } from '../../lib/format.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Composer } from './composer.tsx';
import { CommentsProvider } from './context.ts';
import { texts } from './texts.ts';
import { ThreadItem } from './thread-item.tsx';
import { useCommentList } from './use-comment-list.ts';

/** A part of a record, or a record inside it. */
export interface CommentPlace {
  about?: CommentTarget;
  anchor?: CommentAnchor;
  /** What it is called: "0:12". */
  name: string;
}

export interface CommentsProps {
  projectId: string;
  target: CommentTarget;
  /** The id of the comment in the address (`?comment=`): it is shown even if its thread is resolved, marked, and scrolled to. */
  focused?: string | undefined;
  /** Shows the comments about the highlights and clips of a file too. The target is the file. */
  ofFile?: boolean;
  /** What a new comment is about. Without it, that is the whole record. */
  place?: CommentPlace | undefined;
  /** Lets the person write about the whole record instead. */
  onClearPlace?: () => void;
  /** Says what a thread is about, for example as a link to it. By default the time, if it is about one. */
  describePlace?: (comment: Comment) => ReactNode;
  /** The level of the heading in its page. */
  heading?: 'h2' | 'h3';
  /** Gives the field for a new comment the focus. */
  autoFocus?: boolean;
  /** Show only these threads, for example those about the chosen place. */
  shows?: (thread: Thread) => boolean;
  /** What it says without threads, for example where the others are. */
  emptyText?: string | undefined;
  /** Lets C write a comment. Off where the page uses C for something else. */
  keyC?: boolean;
  /** Lets Ctrl+Alt+M write a comment. Off where the page decides what the comment is about, and gives `fieldRef` the focus. */
  keyM?: boolean;
  fieldRef?: RefObject<HTMLTextAreaElement | null> | undefined;
}

/** The threads about one record, and the field for a new comment. */
export function Comments(props: CommentsProps) {
  const { projectId, target, focused, ofFile = false, place, shows = () => true } = props;
  const { heading: Heading = 'h3' } = props;
  const { describePlace = nameTime, keyC = true, keyM = true } = props;
  const { list, context, ...all } = useCommentList({ projectId, target, ofFile, describePlace });
  const { canComment, actions } = context;
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = props.fieldRef ?? ownField;
  const headingId = useId();
  const [showsResolved, setShowsResolved] = useState(false);
  const placeKey = [place?.about?.id ?? target.id, JSON.stringify(place?.anchor ?? null)].join('.');

  useShortcuts(canComment ? shortcuts({ keyC, keyM }, () => field.current?.focus()) : []);
  const threads = all.threads.filter(shows);
  const isFocused = ({ comment, replies }: Thread) => [comment, ...replies].some(({ id }) => id === focused);
  const resolved = threads.filter((thread) => isResolved(thread) && !isFocused(thread));
  const shown = showsResolved ? threads : threads.filter((thread) => !resolved.includes(thread));
  const open = threads.filter((thread) => !isResolved(thread));
  const isMissing = focused !== undefined && list.isSuccess && !threads.some(isFocused);
  return (
    <CommentsProvider value={context}>
      <section aria-labelledby={headingId} className="space-y-2">
        <div className="flex min-h-8 items-center gap-2">
          <Heading id={headingId} className="text-sm font-medium text-soft">
            {texts.title}
            {open.length > 0 && <span className="ms-1.5 tabular-nums">{open.length}</span>}
          </Heading>
          {resolved.length > 0 && (
            <Button
              variant="bare"
              className="ms-auto"
              aria-pressed={showsResolved}
              onClick={() => setShowsResolved(!showsResolved)}
            >
              {showsResolved ? texts.hideResolved : texts.showResolved(resolved.length)}
            </Button>
          )}
        </div>
        {isMissing && <p className="rounded-md bg-sunken px-3 py-2 text-sm text-soft">{texts.missing}</p>}
        {list.isPending ? (
          <Skeleton rows={2} label={texts.loading} />
        ) : list.isError && !list.data ? (
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        ) : shown.length > 0 ? (
          <ul>
            {shown.map((thread) => (
              <ThreadItem key={thread.comment.id} thread={thread} focused={focused} />
            ))}
          </ul>
        ) : (
          <p className="text-sm text-soft">
            {threads.length > 0
              ? texts.allResolved
              : props.emptyText
                ? props.emptyText
                : canComment
                  ? `${texts.empty}. ${texts.emptyHint}`
                  : `${texts.empty}. ${texts.emptyForReaders}`}
          </p>
        )}
        {canComment && (
          <Composer
            key={placeKey}
            place={placeKey}
            label={texts.newComment}
            placeholder={texts.placeholder}
            action={texts.send}
            autoFocus={props.autoFocus ?? false}
            onSend={(comment) => actions.create({ ...comment, about: place?.about, anchor: place?.anchor })}
            fieldRef={field}
          >
            {place && <PlaceName name={place.name} onClear={props.onClearPlace} />}
          </Composer>
        )}
      </section>
    </CommentsProvider>
  );
}

const nameTime = ({ anchor }: Comment): ReactNode =>
  anchor?.start_seconds == null ? null : texts.about(formatTimecode(anchor.start_seconds));

const PlaceName = ({ name, onClear }: { name: string; onClear: (() => void) | undefined }) => (
  <p className="flex items-center gap-1 ps-2.5 pe-1 pt-1 text-sm text-soft">
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {texts.about(name)}
    </span>
    {onClear && (
      <IconButton label={texts.removePlace(name)} className="-my-1" onClick={onClear}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    )}
  </p>
);

const shortcuts = ({ keyC, keyM }: { keyC: boolean; keyM: boolean }, run: () => void) => {
  const shortcut = { label: texts.shortcut, group: texts.shortcutGroup, run, inDialogs: true };
  return [
    ...(keyM ? [{ ...shortcut, keys: '$mod+Alt+m', whileTyping: true }] : []),
    ...(keyC ? [{ ...shortcut, keys: 'c' }] : []),
  ];
};
