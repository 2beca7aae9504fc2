import { Check, MessageSquareReply, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { isResolved, type Thread } from '../../data/comments.ts';
import { Button } from '../../ui/button.tsx';
import { CommentItem, useNameOf } from './comment-item.tsx';
import { Composer } from './composer.tsx';
import { useCommentsContext } from './context.ts';
import { readDraft } from './draft-storage.ts';
import { texts } from './texts.ts';

/** A comment with its replies, and what can be done with it. */
export function ThreadItem({ thread, focused }: { thread: Thread; focused: string | undefined }) {
  const { comment, replies } = thread;
  const { canComment, actions, describePlace } = useCommentsContext();
  const about = { type: comment.target_type, id: comment.target_id };
  const place = `reply.${comment.id}`;
  const [isReplying, setReplying] = useState(() => readDraft(place) !== undefined);
  const author = useNameOf(comment.created_by);
  const resolver = useNameOf(comment.resolved_by);
  const resolved = isResolved(thread);
  const placeName = describePlace(comment);
  return (
    <li className="space-y-1 border-b border-line py-3 first:pt-0 last:border-b-0">
      {placeName && <div className="text-sm text-soft">{placeName}</div>}
      <CommentItem comment={comment} replies={replies} isFocused={comment.id === focused} />
      {replies.length > 0 && (
        <ul className="ms-2.5 space-y-1 border-s border-line ps-4">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem comment={reply} isFocused={reply.id === focused} />
            </li>
          ))}
        </ul>
      )}
      {isReplying ? (
        <Composer
          place={place}
          label={texts.replyTo(author)}
          placeholder={texts.replyPlaceholder}
          action={texts.reply}
          autoFocus
          onSend={(reply) => actions.create({ ...reply, about, parentId: comment.id })}
          onDone={() => setReplying(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-1 ps-4">
          {canComment && (
            <>
              <Button variant="bare" aria-label={texts.replyTo(author)} onClick={() => setReplying(true)}>
                <MessageSquareReply size={14} strokeWidth={1.75} aria-hidden="true" /> {texts.reply}
              </Button>
              <Button variant="bare" onClick={() => actions.setResolved(comment, !resolved)}>
                {resolved ? (
                  <RotateCcw size={14} strokeWidth={1.75} aria-hidden="true" />
                ) : (
                  <Check size={14} strokeWidth={2} aria-hidden="true" />
                )}
                {resolved ? texts.reopen : texts.resolve}
              </Button>
            </>
          )}
          {resolved && <span className="ms-auto text-sm text-soft">{texts.resolvedBy(resolver)}</span>}
        </div>
      )}
    </li>
  );
}
