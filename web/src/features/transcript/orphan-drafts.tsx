import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Draft } from './drafts.ts';
import { texts } from './texts.ts';

/** Typed texts whose segments were joined or replaced by someone else in the meantime. */
export function OrphanDrafts({
  drafts,
  onDiscard,
}: {
  drafts: readonly Draft[];
  onDiscard(segmentId: string): void;
}) {
  const toast = useToast();
  if (drafts.length === 0) return null;
  return (
    <div role="alert" className="m-3 space-y-3 rounded-lg border border-danger/30 bg-danger-wash p-3">
      {drafts.map(({ segmentId, text }) => (
        <div key={segmentId}>
          <p className="font-medium text-danger">{texts.segmentGone}</p>
          <p dir="auto" className="mt-1 max-h-32 overflow-y-auto text-md whitespace-pre-wrap">
            {text}
          </p>
          <div className="mt-2 flex gap-2">
            <Button
              onClick={() => {
                void copyText(text).then(() => toast({ text: texts.textCopied }));
              }}
            >
              {texts.copyText}
            </Button>
            <Button onClick={() => onDiscard(segmentId)}>{texts.discard}</Button>
          </div>
        </div>
      ))}
    </div>
  );
}
