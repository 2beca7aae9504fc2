import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Draft } from './drafts.ts';

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
          <p className="font-medium text-danger">
            The segment that you edited no longer exists. Your text was not saved:
          </p>
          <p dir="auto" className="mt-1 max-h-32 overflow-y-auto text-md whitespace-pre-wrap">
            {text}
          </p>
          <div className="mt-2 flex gap-2">
            <Button
              onClick={() => {
                void copyText(text).then(() => toast({ text: 'Text copied.' }));
              }}
            >
              Copy text
            </Button>
            <Button onClick={() => onDiscard(segmentId)}>Discard</Button>
          </div>
        </div>
      ))}
    </div>
  );
}
