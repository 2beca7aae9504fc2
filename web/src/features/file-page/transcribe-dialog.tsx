import type { FormEvent } from 'react';
import { type File, isMedia, useTranscribe } from '../../data/file.ts';
import { languageNames } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { texts } from './texts.ts';

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
      title={overwrite ? texts.transcribeAgain : texts.transcribe}
      {...(overwrite
        ? {
            description: texts.replaceHint,
          }
        : {})}
    >
      <form onSubmit={submit} className="space-y-4">
        <SelectField
          label={texts.language}
          name="language"
          defaultValue={file.language ?? 'auto'}
          options={[
            { value: 'auto', name: texts.detectLanguage },
            ...languageNames(file.language).map(({ code, name }) => ({ value: code, name })),
          ]}
        />
        {isMedia(file) && (
          <>
            <Choice
              type="checkbox"
              name="diarize"
              defaultChecked
              title={texts.tellSpeakersApart}
              description={texts.speakersHint}
            />
            <TextField
              label={texts.speakerCount}
              hint={texts.speakerCountHint}
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
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={transcribe.isPending}>
            {texts.transcribe}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
