import { Check } from 'lucide-react';
import type { Ref } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useTranscript } from './context.ts';
import { texts } from './texts.ts';

export const choiceStyle =
  'control flex w-full items-center gap-2 rounded-md px-2 text-start hover:bg-sunken focus-visible:bg-sunken';

interface SpeakerChoicesProps {
  /** The speaker of the segment; none for several segments. */
  currentId?: string;
  firstChoice?: Ref<HTMLButtonElement>;
  onChoose(speaker: { id: string; label: string }): void;
  onNew(): void;
}

/** The speakers of the transcript with the keys that choose them, and a new one. */
export function SpeakerChoices({ currentId, firstChoice, onChoose, onNew }: SpeakerChoicesProps) {
  const { speakers } = useTranscript().transcript;
  useShortcuts([
    {
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      label: texts.shortcuts.speaker,
      group: texts.title,
      hidden: true,
      inDialogs: true,
      run: ({ key }) => {
        const speaker = speakers[Number(key) - 1];
        if (speaker) onChoose(speaker);
      },
    },
  ]);
  return (
    <>
      {speakers.map(({ id, label }, index) => (
        <button
          key={id}
          ref={index === 0 ? firstChoice : undefined}
          type="button"
          aria-pressed={currentId === undefined ? undefined : id === currentId}
          onClick={() => onChoose({ id, label })}
          className={choiceStyle}
        >
          <span className="w-4 shrink-0">
            {id === currentId && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
          </span>
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {label}
          </span>
          {index < 9 && (
            <span className="pointer-coarse:hidden">
              <Kbd>{String(index + 1)}</Kbd>
            </span>
          )}
        </button>
      ))}
      <button type="button" onClick={onNew} className={`${choiceStyle} ps-8`}>
        {texts.newSpeaker}
      </button>
    </>
  );
}
