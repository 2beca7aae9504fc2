import { type FormEvent, useState } from 'react';
import { commentOf, type InboxItem, useReply } from '../../data/inbox.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

interface ReplyFormProps {
  item: InboxItem;
  onDone(isSent: boolean): void;
}

/** Replies to a comment without leaving the page. Text that could not be sent remains. */
export function ReplyForm({ item, onDone }: ReplyFormProps) {
  const [body, setBody] = useState('');
  const reply = useReply();
  const toast = useToast();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const commentId = commentOf(item);
    if (!commentId || body.trim() === '' || reply.isPending) return;
    reply.mutate(
      { commentId, body },
      {
        onSuccess: () => {
          toast({ text: texts.replied });
          onDone(true);
        },
        onError: (error) => toast({ text: errorMessage(error) }),
      },
    );
  };
  return (
    <form onSubmit={send} className="mt-2 flex flex-wrap items-end gap-2 ps-8">
      <textarea
        aria-label={texts.yourReply}
        // biome-ignore lint/a11y/noAutofocus: the person asked to write.
        autoFocus
        rows={2}
        value={body}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(false);
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
        }}
        dir="auto"
        className="min-h-16 min-w-0 flex-1 basis-60 rounded-md border border-edge bg-surface px-3 py-2"
      />
      <Button variant="bare" onClick={() => onDone(false)}>
        {texts.cancel}
      </Button>
      <Button type="submit" variant="primary" busy={reply.isPending}>
        {texts.send}
      </Button>
    </form>
  );
}
