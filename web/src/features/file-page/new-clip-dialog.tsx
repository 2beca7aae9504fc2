import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import type { File } from '../../data/file.ts';
import { formatPreciseTimecode, formatTimecode } from '../../lib/format.ts';
import { parseTimecode } from '../../lib/timecode.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice, TextField } from '../../ui/field.tsx';
import type { MediaPlayback, Span } from '../transcript/index.ts';
import { panelTexts as texts } from './panel-texts.ts';
import { useClipActions } from './use-clip-actions.ts';

const Trimmer = lazy(() => import('../clips/index.ts').then((module) => ({ default: module.Trimmer })));

interface NewClipDialogProps {
  file: File;
  playback: MediaPlayback;
  /** What the player marked; the dialog is closed without it. */
  span: Span;
  onClose(): void;
  onCreated(): void;
}

export function NewClipDialog({ file, playback, span, onClose, onCreated }: NewClipDialogProps) {
  const { creating, create } = useClipActions(file);
  const [start, setStart] = useState(formatPreciseTimecode(span.start));
  const [end, setEnd] = useState(formatPreciseTimecode(span.end));
  const from = parseTimecode(start);
  const to = parseTimecode(end);
  const length = file.duration_seconds ?? Number.POSITIVE_INFINITY;
  const fault = faultOf(from, to, length);
  const [range, setRange] = useState(span);
  // The dialog has a player of its own.
  useEffect(() => playback.pause(), [playback]);
  /** Shows what was typed on the waveform, if it is a part of the recording. */
  const type = (nextStart: string, nextEnd: string) => {
    setStart(nextStart);
    setEnd(nextEnd);
    const next = { start: parseTimecode(nextStart), end: parseTimecode(nextEnd) };
    if (next.start !== undefined && next.end !== undefined && !faultOf(next.start, next.end, length))
      setRange({ start: next.start, end: Math.min(next.end, length) });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (from === undefined || to === undefined || fault) return;
    const form = new FormData(event.currentTarget);
    create({
      name: String(form.get('name')).trim(),
      start_seconds: from,
      end_seconds: Math.min(to, length),
      ...(form.get('captions') === 'on' ? { captions: true } : {}),
      // The form shows why the server refuses a clip.
    }).then(onCreated, () => {});
  };
  return (
    <Dialog open onClose={onClose} title={texts.newClip}>
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label={texts.name}
          name="name"
          dir="auto"
          required
          maxLength={200}
          pattern=".*\S.*"
          title={texts.notBlank}
          defaultValue={texts.clipAt(formatTimecode(span.start))}
          onFocus={(event) => event.target.select()}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={texts.start}
            value={start}
            onChange={(event) => type(event.target.value, end)}
            error={from === undefined ? texts.timeSuchAs('12:07.5') : undefined}
          />
          <TextField
            label={texts.end}
            value={end}
            onChange={(event) => type(start, event.target.value)}
            error={to === undefined ? texts.timeSuchAs('12:20') : fault}
          />
        </div>
        <Suspense>
          <Trimmer
            fileId={file.id}
            range={range}
            onChange={(next) => {
              setRange(next);
              setStart(formatPreciseTimecode(next.start));
              setEnd(formatPreciseTimecode(next.end));
            }}
          />
        </Suspense>
        {file.kind === 'video' && file.transcription_status === 'completed' && (
          <Choice type="checkbox" name="captions" title={texts.captions} description={texts.captionsHint} />
        )}
        {creating.isError && <ErrorNotice error={creating.error} />}
        <div className="sticky z-10 -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={creating.isPending} disabled={fault !== undefined}>
            {texts.createClip}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function faultOf(from: number | undefined, to: number | undefined, length: number): string | undefined {
  if (from === undefined || to === undefined) return undefined;
  if (to <= from) return texts.endAfterStart;
  if (from >= length) return texts.recordingEnds(formatTimecode(length));
  // The form shows tenths, so the end may be rounded up.
  if (to > length + 0.1) return texts.recordingEnds(formatTimecode(length));
  return undefined;
}
