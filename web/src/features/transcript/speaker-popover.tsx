import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Segment, useEditSegment, useMergeSpeakers, useRenameSpeaker } from '../../data/transcript.ts';
import { failureReason } from '../../lib/errors.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTranscript } from './context.ts';
import { texts } from './texts.ts';
import { useUndoableChange } from './use-undoable-change.ts';

interface SpeakerPopoverProps {
  segment: Segment;
  anchor: HTMLElement;
  onClose(): void;
}

const item =
  'control flex w-full items-center gap-2 rounded-md px-2 text-start hover:bg-sunken focus-visible:bg-sunken';

/** Who speaks: another or a new speaker for this segment, a new name everywhere, or one speaker instead of two. */
export function SpeakerPopover({ segment, anchor, onClose }: SpeakerPopoverProps) {
  const { fileId, transcript } = useTranscript();
  const toast = useToast();
  const [form, setForm] = useState<'choose' | 'rename' | 'add' | 'merge'>('choose');
  const edit = useEditSegment(fileId);
  const rename = useRenameSpeaker(fileId);
  const merge = useMergeSpeakers(fileId);
  const others = transcript.speakers.filter(({ id }) => id !== segment.speaker_id);

  const undoable = useUndoableChange(fileId);
  const run = (name: string, done: string, work: () => Promise<{ revision: number }>) => {
    onClose();
    undoable({ name, done }, work).result.catch((error) =>
      toast({ text: texts.notChanged(failureReason(error)) }),
    );
  };
  const change = (speaker: { speaker_id: string } | { speaker: string }, label: string) =>
    run(texts.speakerChange(label), texts.speakerChanged(label), () =>
      edit.mutateAsync({ segment, ...speaker }),
    );

  return (
    <AnchoredPopover
      anchor={anchor}
      label={texts.speaker(segment.speaker)}
      onClose={onClose}
      onReturnFocus={() => anchor.closest<HTMLElement>('[data-index]')?.focus()}
    >
      {form === 'choose' && (
        <>
          <p className="px-2 py-1 text-xs text-soft">{texts.speakerOfSegment}</p>
          {transcript.speakers.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === segment.speaker_id}
              onClick={() => (id === segment.speaker_id ? onClose() : change({ speaker_id: id }, label))}
              className={item}
            >
              <span className="w-4 shrink-0">
                {id === segment.speaker_id && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
              </span>
              <span className="min-w-0 truncate" dir="auto">
                {label}
              </span>
            </button>
          ))}
          <button type="button" onClick={() => setForm('add')} className={`${item} ps-8`}>
            {texts.newSpeaker}
          </button>
          <hr className="my-1 border-line" />
          <p className="px-2 py-1 text-xs text-soft">
            <bdi>{segment.speaker}</bdi> {texts.inAllSegments}
          </p>
          <button type="button" onClick={() => setForm('rename')} className={`${item} ps-8`}>
            {texts.renameSpeaker}
          </button>
          {others.length > 0 && (
            <button type="button" onClick={() => setForm('merge')} className={`${item} ps-8`}>
              {texts.mergeInto}
            </button>
          )}
        </>
      )}
      {form === 'rename' && (
        <LabelForm
          label={texts.name}
          action={texts.rename}
          initial={segment.speaker}
          onSubmit={(label) =>
            run(texts.nameChange(label), texts.renamed(label), () =>
              rename.mutateAsync({ id: segment.speaker_id, label }),
            )
          }
        />
      )}
      {form === 'add' && (
        <LabelForm
          label={texts.nameOfNewSpeaker}
          action={texts.addSpeaker}
          initial=""
          onSubmit={(label) => change({ speaker: label }, label)}
        />
      )}
      {form === 'merge' && (
        <>
          <p className="px-2 py-1 text-sm text-soft">{texts.segmentsBecome(segment.speaker)}</p>
          {others.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              onClick={() =>
                run(texts.mergeChange(segment.speaker, label), texts.merged(segment.speaker, label), () =>
                  merge.mutateAsync({ id: segment.speaker_id, intoId: id }),
                )
              }
              className={item}
            >
              <span className="min-w-0 truncate" dir="auto">
                {label}
              </span>
            </button>
          ))}
        </>
      )}
    </AnchoredPopover>
  );
}

interface LabelFormProps {
  label: string;
  action: string;
  initial: string;
  onSubmit(label: string): void;
}

function LabelForm({ label, action, initial, onSubmit }: LabelFormProps) {
  const [text, setText] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onSubmit(text.trim());
  };
  return (
    <form onSubmit={submit} className="space-y-2 p-1">
      <TextField
        label={label}
        dir="auto"
        // The form replaces the button that opened it.
        autoFocus
        maxLength={100}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={!text.trim()} className="w-full">
        {action}
      </Button>
    </form>
  );
}
