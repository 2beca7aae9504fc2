import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InboxItem } from '../../data/inbox.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { linkTo } from '../../lib/link-to.ts';
import { Button } from '../../ui/button.tsx';
import { canReply, canReview, describeItem } from './describe-item.ts';
import { ItemIcon } from './item-icon.tsx';
import { ReplyForm } from './reply-form.tsx';
import { texts } from './texts.ts';

interface InboxRowProps {
  item: InboxItem;
  onRead(item: InboxItem): void;
}

/** One thing that happened. The row opens it, and a comment is answered in place. */
export function InboxRow({ item, onRead }: InboxRowProps) {
  const [isReplying, setReplying] = useState(false);
  const isNew = item.read_at === null;
  return (
    <li className="px-3 py-2.5" data-inbox-row={item.id}>
      <div className="relative flex items-center gap-3">
        <span className="flex shrink-0 items-center gap-2">
          <span className={`size-1.5 rounded-full ${isNew ? 'bg-accent' : ''}`} aria-hidden="true" />
          <ItemIcon type={item.type} />
        </span>
        <div className="min-w-0 flex-1">
          <Link
            {...linkTo(item.url)}
            data-arrow-stop
            onClick={() => onRead(item)}
            className="block truncate after:absolute after:inset-0 max-sm:whitespace-normal"
          >
            {isNew && <span className="sr-only">{texts.newRow}: </span>}
            {describeItem(item).map((part, index) =>
              typeof part === 'string' ? (
                part
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move.
                <bdi key={index} className="font-medium">
                  {part.name}
                </bdi>
              ),
            )}
          </Link>
          {item.excerpt && (
            <p className="truncate text-sm text-soft" dir="auto">
              {item.excerpt}
            </p>
          )}
          <p className="truncate text-sm text-soft sm:hidden">
            <Where item={item} />
          </p>
        </div>
        <p className="hidden max-w-48 shrink-0 truncate text-end text-sm text-soft sm:block">
          <Where item={item} />
        </p>
        {canReply(item) ? (
          <Button className="relative" aria-expanded={isReplying} onClick={() => setReplying(!isReplying)}>
            {texts.reply}
          </Button>
        ) : (
          <Link
            {...linkTo(item.url)}
            onClick={() => onRead(item)}
            tabIndex={-1}
            aria-hidden="true"
            className="control relative inline-flex items-center rounded-md border border-line bg-surface px-3 font-medium hover:border-edge max-sm:hidden"
          >
            {canReview(item) ? texts.review : texts.open}
          </Link>
        )}
      </div>
      {isReplying && (
        <ReplyForm
          item={item}
          onDone={(isSent) => {
            setReplying(false);
            if (isSent) onRead(item);
          }}
        />
      )}
    </li>
  );
}

const Where = ({ item: { project, updated_at } }: { item: InboxItem }) => (
  <>
    {project && <bdi className="sm:block sm:truncate">{project.name}</bdi>}
    <span className="sm:hidden">{project && ' · '}</span>
    {formatRelativeTime(updated_at)}
  </>
);
