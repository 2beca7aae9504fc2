import { Button } from '../../ui/button.tsx';
import type { SaveState } from './use-note-draft.ts';

const texts = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  conflict: 'Changed by someone else',
};

/** Says whether the text is on the server. */
export function SaveStatus({ state, onRetry }: { state: SaveState; onRetry(): void }) {
  if (state.kind === 'failed')
    return (
      <span role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
        Not saved. {state.reason}
        <Button onClick={onRetry}>Save again</Button>
      </span>
    );
  return (
    <span role="status" className="text-sm text-soft">
      {texts[state.kind]}
    </span>
  );
}
