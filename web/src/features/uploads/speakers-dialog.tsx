import { type FormEvent, useState } from 'react';
import { type ChosenFiles, useChosenFiles } from '../../data/uploads.ts';
import { isRecording } from '../../lib/uploads/check-file.ts';
import type { SpeakerOptions } from '../../lib/uploads/item.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import {
  hasSameNames,
  nameFieldCount,
  type SpeakerCount,
  speakersMax,
  toSpeakerOptions,
} from './speaker-options.ts';
import { texts } from './texts.ts';

/** Asks once for a batch of recordings how many people speak and who they are. */
export function SpeakersDialog() {
  const { chosen, add, discard } = useChosenFiles();
  if (!chosen) return null;
  return (
    <Dialog open onClose={discard} title={texts.howManyPeopleSpeak} description={describeBatch(chosen)}>
      <SpeakersForm onSubmit={add} onCancel={discard} />
    </Dialog>
  );
}

function describeBatch({ files }: ChosenFiles): string {
  const recordings = files.filter(isRecording).length;
  return recordings === 1 ? texts.speakersHint : texts.speakersHintForAll(recordings);
}

interface SpeakersFormProps {
  onSubmit(options: SpeakerOptions): void;
  onCancel(): void;
}

const counts = (): { value: SpeakerCount; name: string }[] => [
  { value: 'auto', name: texts.detect },
  { value: '1', name: '1' },
  { value: '2', name: '2' },
  { value: 'more', name: texts.threeOrMore },
];

export function SpeakersForm({ onSubmit, onCancel }: SpeakersFormProps) {
  const [count, setCount] = useState<SpeakerCount>('auto');
  const [more, setMore] = useState(3);
  const [names, setNames] = useState<string[]>([]);
  const options = toSpeakerOptions(count, more, names);
  const same = hasSameNames(options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!same) onSubmit(options);
  };
  const setName = (at: number, name: string) =>
    setNames((before) =>
      Array.from({ length: Math.max(before.length, at + 1) }, (_, i) =>
        i === at ? name : (before[i] ?? ''),
      ),
    );
  return (
    <form onSubmit={submit} className="space-y-4">
      <SegmentedControl
        label={texts.howManyPeopleSpeak}
        value={count}
        onChange={(next) => setCount(next)}
        options={counts()}
      />
      {count === 'more' && (
        <TextField
          label={texts.numberOfPeople}
          type="number"
          inputMode="numeric"
          required
          min={3}
          max={speakersMax}
          value={more || ''}
          onChange={({ target }) => setMore(Math.floor(Number(target.value)))}
        />
      )}
      {count !== 'auto' && (
        <fieldset className="space-y-3">
          <legend className="text-base font-medium">{texts.namesOptional}</legend>
          <p className="text-sm text-soft">{texts.inOrderInWhichThey}</p>
          {Array.from({ length: nameFieldCount(count, more) }, (_, i) => texts.speaker(i + 1)).map(
            (label, i) => (
              <TextField
                key={label}
                label={label}
                maxLength={100}
                autoComplete="off"
                value={names[i] ?? ''}
                onChange={({ target }) => setName(i, target.value)}
              />
            ),
          )}
          {same && (
            <p role="alert" className="text-sm text-danger">
              {texts.giveEachPersonDifferentName}
            </p>
          )}
        </fieldset>
      )}
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary">
          {texts.upload}
        </Button>
      </DialogActions>
    </form>
  );
}
