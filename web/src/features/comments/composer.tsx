import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Comment } from '../../data/comments.ts';
import { failureReason } from '../../lib/errors.ts';
import { keyNames } from '../../lib/key-names.ts';
import { Button } from '../../ui/button.tsx';
import { useCommentsContext } from './context.ts';
import type { CommentDraft } from './draft-storage.ts';
import { MentionField } from './mention-field.tsx';
import { mentionedIds } from './mentions.ts';
import { texts } from './texts.ts';
import { useDraft } from './use-draft.ts';

interface ComposerProps {
  /** Identifies the draft: what it answers or edits. */
  place: string;
  label: string;
  placeholder?: string;
  action: string;
  initial?: CommentDraft;
  autoFocus?: boolean;
  onSend(comment: Pick<Comment, 'body' | 'mentions'>): Promise<unknown>;
  onDone?(): void;
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  /** What the comment is about, above the text. */
  children?: ReactNode;
}

/** Writes a comment or a reply, or edits one. */
export function Composer(props: ComposerProps) {
  const { place, label, placeholder, action, initial, autoFocus = false, onSend, onDone, children } = props;
  const { readers } = useCommentsContext();
  const { draft, change, discard } = useDraft(place, initial);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const body = draft.text.trim();

  async function send(): Promise<void> {
    if (!body || isSending) return;
    setSending(true);
    setError(undefined);
    try {
      await onSend({ body, mentions: mentionedIds(body, readers, draft.chosen) });
      discard();
      onDone?.();
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  }
  return (
    <div className="rounded-lg border border-edge/60 bg-surface focus-within:border-accent">
      {children}
      <MentionField
        aria-label={label}
        placeholder={placeholder}
        autoFocus={autoFocus}
        draft={draft}
        readers={readers}
        onChange={change}
        onSend={() => void send()}
        onEscape={onDone}
        fieldRef={props.fieldRef ?? ownRef}
      />
      {error !== undefined && (
        <p role="alert" className="px-2.5 pb-2 text-sm text-danger">
          {texts.notSent(failureReason(error))}
        </p>
      )}
      {(body || onDone) && (
        <div className="flex flex-wrap items-center gap-2 px-2 pb-2">
          <Button variant="primary" disabled={!body} busy={isSending} onClick={() => void send()}>
            {action}
          </Button>
          {onDone && (
            <Button
              variant="bare"
              onClick={() => {
                discard();
                onDone();
              }}
            >
              {texts.cancel}
            </Button>
          )}
          <span className="ms-auto text-sm text-soft pointer-coarse:hidden">
            {texts.keysHint(keyNames('$mod+Enter'))}
          </span>
        </div>
      )}
    </div>
  );
}
