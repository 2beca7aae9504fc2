import { useState } from 'react';
import { type NewFile, useCreateFile } from '../../data/files.ts';
import { readTranscribeChoice } from '../../data/uploads.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { formatBytes } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice, TextArea, TextField } from '../../ui/field.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { readSubtitleFile, type SubtitleFile } from './subtitle-file.ts';
import { texts } from './texts.ts';

type Source = 'link' | 'text' | 'transcript';

const sources = () =>
  [
    { value: 'link', name: texts.link },
    { value: 'text', name: texts.text },
    { value: 'transcript', name: texts.transcriptFile },
  ] as const;

interface ImportDialogProps {
  projectId: string;
  onClose(): void;
  onAdded(name: string): void;
}

/** Adds a file that is not on this computer, or a transcript that was made elsewhere. */
export function ImportDialog({ projectId, onClose, onAdded }: ImportDialogProps) {
  const [source, setSource] = useState<Source>('link');
  const create = useCreateFile(projectId);
  const form = {
    error: create.error,
    busy: create.isPending,
    onClose,
    onSubmit: (body: NewFile) =>
      create.mutate(body, {
        onSuccess: (file) => {
          onAdded(file.name);
          onClose();
        },
      }),
  };
  return (
    <Dialog open onClose={onClose} title={texts.import}>
      <SegmentedControl
        label={texts.importFrom}
        value={source}
        options={sources()}
        onChange={(next) => {
          create.reset();
          setSource(next);
        }}
      />
      <div className="mt-4">
        {source === 'link' && <LinkForm {...form} />}
        {source === 'text' && <TextForm {...form} />}
        {source === 'transcript' && <TranscriptForm {...form} />}
      </div>
    </Dialog>
  );
}

interface FormProps {
  error: Error | null;
  busy: boolean;
  onClose(): void;
  onSubmit(body: NewFile): void;
}

function LinkForm({ error, busy, onClose, onSubmit }: FormProps) {
  const [url, setUrl] = useState('');
  const [transcribe, setTranscribe] = useState(readTranscribeChoice);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ url: url.trim(), transcribe });
      }}
    >
      <TextField
        label={texts.address}
        type="url"
        required
        dir="ltr"
        placeholder="https://example.com/interview.mp4"
        hint={texts.serverDownloadsFileLinkMust}
        value={url}
        maxLength={2048}
        error={fieldError(error, 'url')}
        onChange={({ target }) => setUrl(target.value)}
      />
      <TranscribeChoice checked={transcribe} onChange={setTranscribe} />
      <FormEnd error={error} fields={['url']} busy={busy} action={texts.import} onClose={onClose} />
    </form>
  );
}

function TextForm({ error, busy, onClose, onSubmit }: FormProps) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // A document is read and tagged in its transcript, so text always gets one.
        onSubmit({ name: name.trim(), text, transcribe: true });
      }}
    >
      <TextField
        label={texts.name}
        required
        dir="auto"
        maxLength={255}
        value={name}
        error={fieldError(error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label={texts.text}
        required
        rows={8}
        dir="auto"
        maxLength={5_000_000}
        placeholder={texts.pasteNotesChatOrE}
        value={text}
        error={fieldError(error, 'text')}
        onChange={({ target }) => setText(target.value)}
      />
      <FormEnd error={error} fields={['name', 'text']} busy={busy} action={texts.import} onClose={onClose} />
    </form>
  );
}

function TranscriptForm({ error, busy, onClose, onSubmit }: FormProps) {
  const [file, setFile] = useState<SubtitleFile>();
  const [problem, setProblem] = useState<string>();
  const pick = async ([picked]: File[]) => {
    const result = picked && (await readSubtitleFile(picked));
    setFile(typeof result === 'object' ? result : undefined);
    setProblem(typeof result === 'string' ? result : undefined);
  };
  const fault = problem ?? fieldError(error, 'transcript');
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!file) return setProblem(texts.chooseVttOrSrtFile);
        onSubmit({ name: file.name, transcript: { format: file.format, content: file.content } });
      }}
    >
      <div>
        <FilePicker label={texts.transcriptFile} accept=".vtt,.srt" onPick={(files) => void pick(files)}>
          {(open) => (
            <div className="flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-edge/60 p-4">
              <Button onClick={open}>{texts.chooseFile}</Button>
              <p className="min-w-0 text-sm text-soft" dir="auto">
                {file ? `${file.name} · ${formatBytes(file.content.length)}` : texts.webvttVttOrSubripSrt}
              </p>
            </div>
          )}
        </FilePicker>
        {fault && (
          <p role="alert" className="mt-1.5 text-sm text-danger">
            {fault}
          </p>
        )}
      </div>
      <p className="text-sm text-soft">{texts.transcriptBecomesFileItsOwn}</p>
      <FormEnd error={error} fields={['transcript']} busy={busy} action={texts.import} onClose={onClose} />
    </form>
  );
}

const TranscribeChoice = ({ checked, onChange }: { checked: boolean; onChange(checked: boolean): void }) => (
  <Choice
    type="checkbox"
    title={texts.transcribeWhenItIsReady}
    checked={checked}
    onChange={({ target }) => onChange(target.checked)}
  />
);

interface FormEndProps {
  error: Error | null;
  /** Fields that show their error themselves. */
  fields: readonly string[];
  busy: boolean;
  action: string;
  onClose(): void;
}

function FormEnd({ error, fields, busy, action, onClose }: FormEndProps) {
  const isShown = isValidationError(error) && fields.some((field) => fieldError(error, field));
  return (
    <>
      {error && !isShown && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </>
  );
}
