import { Check, CircleAlert, CloudOff, LoaderCircle } from 'lucide-react';
import { failureReason } from '../../../lib/errors.ts';
import type { SyncState } from './report-sync.ts';
import { texts } from './texts.ts';

/** Whether the text is on the server. */
export function SaveStatus({ state, onRetry }: { state: SyncState; onRetry(): void }) {
  if (state.kind === 'failed')
    return (
      <span role="alert" className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-danger">
        <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
        {texts.notSaved(failureReason(state.error))}
        <button type="button" onClick={onRetry} className="control underline underline-offset-4">
          {texts.tryAgain}
        </button>
      </span>
    );
  const [Shape, text] = describe(state);
  return (
    <span role="status" className="flex min-w-0 items-center gap-1.5 text-sm text-soft">
      <Shape size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{text}</span>
    </span>
  );
}

function describe(state: Exclude<SyncState, { kind: 'failed' }>) {
  switch (state.kind) {
    case 'saved':
      return [
        Check,
        state.by === null ? texts.saved(state.version) : texts.savedBy(state.by, state.version),
      ] as const;
    case 'saving':
      return [LoaderCircle, texts.saving] as const;
    case 'unsaved':
      return [LoaderCircle, texts.unsaved] as const;
    case 'offline':
      return [CloudOff, state.stored ? texts.offline : texts.offlineUnstored] as const;
    case 'conflict':
      return [CircleAlert, texts.conflictStatus] as const;
  }
}
