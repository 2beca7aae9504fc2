import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Comment, Thread } from '../../data/comments.ts';
import { copyText } from '../../lib/copy-text.ts';
import { formatDate, formatRelativeTime } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { addressOfComment } from './address.ts';
import { Composer } from './composer.tsx';
import { useCommentsContext } from './context.ts';
import { nameOf } from './mentions.ts';
import { texts } from './texts.ts';

/** Who corrects a comment at once has not edited what others read. */
const editedAfterMs = 5_000;

interface CommentItemProps {
  comment: Comment;
  /** Of a first comment. */
  replies?: Comment[];
  /** The comment of the address. */
  isFocused: boolean;
  /** In a narrow column, the time is below the name. */
  isNarrow?: boolean;
}

export function CommentItem({ comment, replies = [], isFocused, isNarrow = false }: CommentItemProps) {
  const { people, actions } = useCommentsContext();
  const [isEditing, setEditing] = useState(false);
  const ref = useFocusOnce(isFocused);
  const author = useNameOf(comment.created_by);
  const mentioned = comment.mentions.flatMap((id) => {
    const person = people.get(id);
    return person ? [`@${nameOf(person)}`] : [];
  });
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-label={texts.comment(author)}
      aria-current={isFocused || undefined}
      data-comment={comment.id}
      className="group/comment -mx-2 rounded-md px-2 py-1 outline-none aria-[current]:bg-accent-wash"
    >
      <header className={`flex min-h-7 items-center gap-x-2 ${isNarrow ? 'flex-wrap' : ''}`}>
        <span aria-hidden="true" className="inline-flex">
          <Avatar name={author} />
        </span>
        <span dir="auto" className={`min-w-0 truncate font-medium ${isNarrow ? 'flex-1' : ''}`}>
          {author}
        </span>
        <time
          dateTime={comment.created_at}
          title={formatDate(comment.created_at)}
          className={`min-w-0 truncate text-sm text-soft ${isNarrow ? 'order-last basis-full ps-7' : 'flex-1'}`}
        >
          {formatRelativeTime(comment.created_at)}
          {isEdited(comment) && ` · ${texts.edited}`}
        </time>
        {!isEditing && (
          <ItemMenu thread={{ comment, replies }} author={author} onEdit={() => setEditing(true)} />
        )}
      </header>
      {isEditing ? (
        <Composer
          place={`edit.${comment.id}`}
          label={texts.editComment}
          action={texts.save}
          initial={{ text: comment.body, chosen: comment.mentions }}
          autoFocus
          onSend={(change) => actions.change(comment, change)}
          onDone={() => setEditing(false)}
        />
      ) : (
        <div className="ps-7 [overflow-wrap:anywhere]">
          <Markdown text={comment.body} marked={mentioned} />
        </div>
      )}
    </article>
  );
}

const isEdited = ({ created_at, updated_at, resolved_at }: Comment) =>
  resolved_at === null && Date.parse(updated_at) - Date.parse(created_at) > editedAfterMs;

/** A member who was removed has no name any more. */
export function useNameOf(userId: string | null): string {
  const { people } = useCommentsContext();
  const person = people.get(userId ?? '');
  return person ? nameOf(person) : texts.formerMember;
}

/** Scrolls to the comment of the address when it appears, and gives it the focus for screen readers. */
function useFocusOnce(isFocused: boolean) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isFocused) return;
    ref.current?.scrollIntoView({ block: 'center' });
    ref.current?.focus({ preventScroll: true });
  }, [isFocused]);
  return ref;
}

function ItemMenu({ thread, author, onEdit }: { thread: Thread; author: string; onEdit(): void }) {
  const { comment, replies } = thread;
  const { myId, canComment, ownsProject, actions } = useCommentsContext();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const isMine = comment.created_by === myId;
  const byOthers = [comment, ...replies].filter(({ created_by }) => created_by !== myId).length;
  const copyLink = async () => {
    const copied = await copyText(new URL(addressOfComment(comment), location.origin).href);
    toast({ text: copied ? texts.linkCopied : texts.linkNotCopied });
  };
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={texts.actions(author)}
            className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft opacity-0 group-focus-within/comment:opacity-100 group-hover/comment:opacity-100 hover:bg-sunken hover:text-ink data-[state=open]:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
          >
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        }
      >
        <MenuItem onSelect={() => void copyLink()}>{texts.copyLink}</MenuItem>
        {isMine && canComment && <MenuItem onSelect={onEdit}>{texts.edit}</MenuItem>}
        {(isMine || ownsProject) && canComment && (
          <MenuItem danger onSelect={() => (byOthers > 0 ? setAsking(true) : actions.remove(thread))}>
            {texts.remove}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void actions.removeForGood(comment).then(() => setAsking(false))}
        title={replies.length > 0 ? texts.removeThreadTitle : texts.removeTitle}
        description={replies.length > 0 ? texts.removeThread(replies.length) : texts.removeOther(author)}
        action={replies.length > 0 ? texts.removeThreadAction : texts.remove}
      />
    </>
  );
}
