import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Comment, Thread } from '../../../data/comments.ts';
import { Button } from '../../../ui/button.tsx';
import { CommentItem, useNameOf } from '../comment-item.tsx';
import { Composer } from '../composer.tsx';
import { useCommentsContext } from '../context.ts';
import { texts } from '../texts.ts';

interface MarginThreadProps {
  thread: Thread;
  focused: string | undefined;
  /** Its number among the threads of the text, from 0. */
  position: number;
  count: number;
  takesFocus: boolean;
  onStep(by: 1 | -1): void;
  onResolved(): void;
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;
const stepStyle =
  'inline-flex size-6 items-center justify-center rounded-md text-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11';

export function MarginThread({ thread, position, count, ...props }: MarginThreadProps) {
  const { comment, replies } = thread;
  const { canComment, actions } = useCommentsContext();
  const author = useNameOf(comment.created_by);
  const ref = useRef<HTMLElement>(null);
  const { takesFocus, focused } = props;
  useEffect(() => {
    if (takesFocus) ref.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <section ref={ref} tabIndex={-1} aria-label={texts.thread(author)} className="outline-none">
      <header className="flex min-h-9 flex-wrap items-center border-b border-line ps-3 pe-1 text-sm">
        <span className="me-1 tabular-nums">{texts.position(position + 1, count)}</span>
        {count > 1 && (
          <>
            <button
              type="button"
              aria-label={texts.previousThread}
              className={stepStyle}
              onClick={() => props.onStep(-1)}
            >
              <ChevronUp {...icon} />
            </button>
            <button
              type="button"
              aria-label={texts.nextThread}
              className={stepStyle}
              onClick={() => props.onStep(1)}
            >
              <ChevronDown {...icon} />
            </button>
          </>
        )}
        {canComment && (
          <Button
            variant="bare"
            aria-label={texts.resolve}
            title={texts.resolve}
            className="ms-auto px-2 text-sm text-accent"
            onClick={() => {
              actions.setResolved(comment, true);
              props.onResolved();
            }}
          >
            <Check {...icon} />
            {count === 1 && texts.resolve}
          </Button>
        )}
      </header>
      <div className="max-h-[60vh] space-y-1 overflow-y-auto px-3 py-2">
        {[comment, ...replies].map((one) => (
          <CommentItem
            key={one.id}
            comment={one}
            replies={one === comment ? replies : []}
            isFocused={one.id === focused}
            isNarrow
          />
        ))}
      </div>
      {canComment && (
        <div className="px-2 pb-2">
          <Composer
            place={`reply.${comment.id}`}
            label={texts.replyTo(author)}
            placeholder={texts.reply}
            action={texts.reply}
            onSend={(reply) =>
              actions.create({
                ...reply,
                about: { type: comment.target_type, id: comment.target_id },
                parentId: comment.id,
              })
            }
          />
        </div>
      )}
    </section>
  );
}

interface MarginDraftProps {
  place: string;
  name: string;
  onSend(comment: Pick<Comment, 'body' | 'mentions'>): Promise<void>;
  onDone(): void;
}

/** A new comment about the words that are marked in the text. */
export const MarginDraft = ({ place, name, onSend, onDone }: MarginDraftProps) => (
  <section aria-label={texts.newComment} className="p-2">
    <p dir="auto" className="line-clamp-2 px-1 pb-1.5 text-sm text-soft">
      {texts.about(texts.quoted(name))}
    </p>
    <Composer
      place={place}
      label={texts.newComment}
      placeholder={texts.placeholder}
      action={texts.send}
      autoFocus
      onSend={onSend}
      onDone={onDone}
    />
  </section>
);
