import type { FormEvent } from 'react';
import { type File, isMedia, useTranscribe } from '../../data/file.ts';
import { languageNames } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

interface TranscribeDialogProps {
  file: File;
  /** A transcript exists and will be replaced. */
  overwrite: boolean;
  open: boolean;
  onClose(): void;
}

export function TranscribeDialog({ file, overwrite, open, onClose }: TranscribeDialogProps) {
  const transcribe = useTranscribe(file);
  const close = () => {
    transcribe.reset();
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const speakers = Number(form.get('speakers'));
    transcribe.mutate(
      {
        language: String(form.get('language')),
        diarize: !isMedia(file) || form.get('diarize') === 'on',
        ...(speakers > 0 ? { speakers_expected: speakers } : {}),
        ...(overwrite ? { overwrite: true } : {}),
      },
      { onSuccess: close },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={overwrite ? 'Transcribe again' : 'Transcribe'}
      {...(overwrite
        ? {
            description:
              'The new transcript replaces this one. Highlights follow their words, and the history keeps the old text.',
          }
        : {})}
    >
      <form onSubmit={submit} className="space-y-4">
        <SelectField
          label="Language"
          name="language"
          defaultValue={file.language ?? 'auto'}
          options={[
            { value: 'auto', name: 'Detect automatically' },
            ...languageNames(file.language).map(({ code, name }) => ({ value: code, name })),
          ]}
        />
        {isMedia(file) && (
          <>
            <Choice
              type="checkbox"
              name="diarize"
              defaultChecked
              title="Tell speakers apart"
              description="Each passage gets the person who speaks."
            />
            <TextField
              label="Number of speakers"
              hint="Leave it empty if you don’t know."
              name="speakers"
              type="number"
              min={1}
              max={20}
              inputMode="numeric"
            />
          </>
        )}
        {transcribe.isError && <ErrorNotice error={transcribe.error} />}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={transcribe.isPending}>
            Transcribe
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
