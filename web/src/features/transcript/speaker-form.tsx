import { useState } from 'react';
import type { Segment } from '../../data/transcript.ts';
import { LabelForm } from './label-form.tsx';
import { SpeakerChoices } from './speaker-choices.tsx';
import { texts } from './texts.ts';
import { type SpeakerChoice, useAssignSpeaker } from './use-assign-speaker.ts';

interface SpeakerFormProps {
  /** The rows of the selection. */
  segments: readonly Segment[];
  onDone(): void;
}

/** Another speaker for all selected rows. */
export function SpeakerForm({ segments, onDone }: SpeakerFormProps) {
  const [isNew, setNew] = useState(false);
  const assign = useAssignSpeaker();
  const choose = (to: SpeakerChoice) => {
    onDone();
    void assign(segments, to);
  };
  if (isNew)
    return (
      <LabelForm
        label={texts.nameOfNewSpeaker}
        action={texts.addSpeaker}
        initial=""
        onSubmit={(label) => choose({ label })}
      />
    );
  return (
    <>
      <p className="px-2 py-1 text-xs text-soft">{texts.speakerOfRows(segments.length)}</p>
      <SpeakerChoices onChoose={choose} onNew={() => setNew(true)} />
    </>
  );
}
