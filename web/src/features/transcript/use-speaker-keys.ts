import { useShortcuts } from '../../lib/shortcuts.ts';
import { useToast } from '../../ui/toast.tsx';
import { useTranscript } from './context.ts';
import type { Passage } from './model/selection.ts';
import { texts } from './texts.ts';
import { useAssignSpeaker } from './use-assign-speaker.ts';

interface SpeakerKeysInput {
  passage: Passage | undefined;
  focusedIndex: number;
  /** After the speaker of a selection was changed. */
  onAssigned(passage: Passage): void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** 1 to 9 give the selected rows, or the row with the focus, the first to ninth speaker. */
export function useSpeakerKeys({ passage, focusedIndex, onAssigned }: SpeakerKeysInput): void {
  const { transcript, list, editable } = useTranscript();
  const toast = useToast();
  const assign = useAssignSpeaker();
  const { speakers } = transcript;
  const run = ({ key }: KeyboardEvent) => {
    const speaker = speakers[Number(key) - 1];
    if (!speaker) return false;
    const isOnRow = document.activeElement?.matches('[data-index]') ?? false;
    if (!passage && !isOnRow) return void toast({ text: texts.selectRowsFirst });
    const [first, last] = passage ? [passage.first, passage.last] : [focusedIndex, focusedIndex];
    void assign(list.segments.slice(first, last + 1), speaker);
    if (passage) onAssigned(passage);
    return true;
  };
  useShortcuts(
    editable && speakers.length > 1
      ? [
          // One line in the sheet of shortcuts, for all digits.
          { keys: '1', label: texts.shortcuts.speaker, group: texts.title, run },
          { keys: digits.slice(1), label: texts.shortcuts.speaker, group: texts.title, run, hidden: true },
        ]
      : [],
  );
}
