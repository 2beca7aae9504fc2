import { useRef, useState } from 'react';
import { type Segment, useMergeSpeakers, useRenameSpeaker } from '../../data/transcript.ts';
import { failureReason } from '../../lib/errors.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTranscript } from './context.ts';
import { LabelForm } from './label-form.tsx';
import { choiceStyle as item, SpeakerChoices } from './speaker-choices.tsx';
import { texts } from './texts.ts';
import { type SpeakerChoice, useAssignSpeaker, useFromHereOn } from './use-assign-speaker.ts';
import { useUndoableChange } from './use-undoable-change.ts';

interface SpeakerPopoverProps {
  segment: Segment;
  anchor: HTMLElement;
  onClose(): void;
}

/** Who speaks: another or a new speaker for this segment, a new name everywhere, or one speaker instead of two. */
export function SpeakerPopover({ segment, anchor, onClose }: SpeakerPopoverProps) {
  const { fileId, transcript } = useTranscript();
  const toast = useToast();
  const [form, setForm] = useState<'choose' | 'rename' | 'add' | 'merge'>('choose');
  const [scope, setScope] = useState<'one' | 'rest'>('one');
  const firstChoice = useRef<HTMLButtonElement>(null);
  const assign = useAssignSpeaker();
  const rest = useFromHereOn()(segment);
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
  const change = (to: SpeakerChoice) => {
    onClose();
    void assign(scope === 'one' ? [segment] : rest, to);
  };

  return (
    <AnchoredPopover
      anchor={anchor}
      label={texts.speaker(segment.speaker)}
      onClose={onClose}
      initialFocus={firstChoice}
      onReturnFocus={() => anchor.closest<HTMLElement>('[data-index]')?.focus()}
    >
      {form === 'choose' && (
        <>
          <p className="px-2 py-1 text-xs text-soft">{texts.speakerOfSegment}</p>
          {rest.length > 1 && (
            <SegmentedControl<'one' | 'rest'>
              label={texts.changeFor}
              value={scope}
              onChange={setScope}
              options={[
                { value: 'one', name: texts.onlyHere },
                { value: 'rest', name: texts.fromHereOn(rest.length) },
              ]}
            />
          )}
          <SpeakerChoices
            currentId={segment.speaker_id}
            firstChoice={firstChoice}
            onChoose={(to) => (to.id === segment.speaker_id && scope === 'one' ? onClose() : change(to))}
            onNew={() => setForm('add')}
          />
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
          onSubmit={(label) => change({ label })}
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
