import { useState } from 'react';
import { useCreateReel } from '../../data/reels.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { ReelOrder } from './reel-order.tsx';
import { texts } from './texts.ts';
import type { Selection } from './use-selection.ts';

const partsMax = 50;

interface ReelBarProps {
  projectId: string;
  selection: Selection;
  onCancel(): void;
  onCreated(reelId: string): void;
}

/** Stays at the bottom of the screen while clips are chosen. */
export function ReelBar({ projectId, selection, onCancel, onCreated }: ReelBarProps) {
  const [naming, setNaming] = useState(false);
  const { clips } = selection;
  const seconds = clips.reduce((sum, clip) => sum + clip.duration_seconds, 0);
  const hint =
    clips.length < 2
      ? texts.chooseAtLeastTwoClips
      : clips.length > partsMax
        ? texts.chooseAtMostClips(partsMax)
        : texts.clips(clips.length, formatTimecode(seconds));
  return (
    <section
      aria-label={texts.newReel}
      className="sticky bottom-[calc(var(--bottom-area)+0.75rem)] z-20 mt-6 flex flex-wrap items-center gap-3 rounded-lg border border-edge bg-surface px-4 py-2 shadow-xl"
    >
      <p role="status" className="min-w-0 flex-1">
        {hint}
      </p>
      <Button variant="bare" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button
        variant="primary"
        disabled={clips.length < 2 || clips.length > partsMax}
        onClick={() => setNaming(true)}
      >
        {texts.continue}
      </Button>
      {naming && (
        <NewReelDialog
          projectId={projectId}
          selection={selection}
          onClose={() => setNaming(false)}
          onCreated={onCreated}
        />
      )}
    </section>
  );
}

interface NewReelDialogProps {
  projectId: string;
  selection: Selection;
  onClose(): void;
  onCreated(reelId: string): void;
}

function NewReelDialog({ projectId, selection, onClose, onCreated }: NewReelDialogProps) {
  const create = useCreateReel(projectId);
  const [name, setName] = useState('');
  const [captions, setCaptions] = useState(true);
  return (
    <Dialog open onClose={onClose} title={texts.newReel} description={texts.clipsPlayOneAfterOther}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const clip_ids = selection.clips.map(({ id }) => id);
          create.mutate({ name: name.trim(), clip_ids, captions }, { onSuccess: ({ id }) => onCreated(id) });
        }}
      >
        <TextField
          label={texts.name}
          dir="auto"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldError(create.error, 'name')}
        />
        <div>
          <h3 className="mb-1.5 font-medium">{texts.order}</h3>
          <ReelOrder clips={selection.clips} onReorder={selection.reorder} />
        </div>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            checked={captions}
            onChange={(event) => setCaptions(event.target.checked)}
          />
          {texts.captionsFromTheTranscripts}
        </label>
        {create.isError && !(isValidationError(create.error) && fieldError(create.error, 'name')) && (
          <ErrorNotice error={create.error} />
        )}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={create.isPending}
            disabled={selection.clips.length < 2}
          >
            {texts.makeTheReel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
