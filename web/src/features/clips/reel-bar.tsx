import { useState } from 'react';
import { useCreateReel } from '../../data/reels.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { formatCount, formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { ReelOrder } from './reel-order.tsx';
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
      ? 'Choose at least two clips, in the order in which they should play.'
      : clips.length > partsMax
        ? `Choose at most ${partsMax} clips.`
        : `${formatCount(clips.length, 'clip')} · ${formatTimecode(seconds)}`;
  return (
    <section
      aria-label="New reel"
      className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 mt-6 flex flex-wrap items-center gap-3 rounded-lg border border-edge bg-surface px-4 py-2 shadow-xl md:bottom-3"
    >
      <p role="status" className="min-w-0 flex-1">
        {hint}
      </p>
      <Button variant="bare" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        variant="primary"
        disabled={clips.length < 2 || clips.length > partsMax}
        onClick={() => setNaming(true)}
      >
        Continue
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
    <Dialog
      open
      onClose={onClose}
      title="New reel"
      description="The clips play one after the other, as one recording."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const clip_ids = selection.clips.map(({ id }) => id);
          create.mutate({ name: name.trim(), clip_ids, captions }, { onSuccess: ({ id }) => onCreated(id) });
        }}
      >
        <TextField
          label="Name"
          dir="auto"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldError(create.error, 'name')}
        />
        <div>
          <h3 className="mb-1.5 font-medium">Order</h3>
          <ReelOrder clips={selection.clips} onReorder={selection.reorder} />
        </div>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            checked={captions}
            onChange={(event) => setCaptions(event.target.checked)}
          />
          Captions from the transcripts
        </label>
        {create.isError && !(isValidationError(create.error) && fieldError(create.error, 'name')) && (
          <ErrorNotice error={create.error} />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={create.isPending}
            disabled={selection.clips.length < 2}
          >
            Make the reel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
