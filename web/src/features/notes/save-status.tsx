import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';
import type { SaveState } from './use-note-draft.ts';

const textOf = (kind: Exclude<SaveState['kind'], 'failed'>) =>
  ({
    new: '',
    saved: texts.saved,
    unsaved: texts.notSavedYet,
    saving: texts.saving,
    conflict: texts.changedBySomeoneElse,
  })[kind];

/** Says whether the text is on the server. */
export function SaveStatus({ state, onRetry }: { state: SaveState; onRetry(): void }) {
  if (state.kind === 'failed')
    return (
      <span role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
        {texts.notSaved(state.reason)}
        <Button onClick={onRetry}>{texts.saveAgain}</Button>
      </span>
    );
  return (
    <span role="status" className="text-sm text-soft">
      {textOf(state.kind)}
    </span>
  );
}
