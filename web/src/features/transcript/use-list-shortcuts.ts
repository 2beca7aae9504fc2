import { useShortcuts } from '../../lib/shortcuts.ts';
import { useToast } from '../../ui/toast.tsx';
import { useTranscript } from './context.ts';
import { passageKeys } from './selection-bar.tsx';
import { texts } from './texts.ts';

interface ListShortcutsInput {
  openFind(): void;
  openReplace(): void;
}

/** Keys that work wherever the focus is, while the transcript is shown. */
export function useListShortcuts({ openFind, openReplace }: ListShortcutsInput): void {
  const { hasRecording, editable } = useTranscript();
  const toast = useToast();
  useShortcuts([
    {
      keys: '$mod+f',
      label: texts.find,
      group: texts.title,
      run: openFind,
      whileTyping: true,
    },
    ...(editable
      ? [
          {
            keys: '$mod+Shift+h',
            label: texts.replace,
            group: texts.title,
            run: openReplace,
            whileTyping: true,
          },
        ]
      : []),
    // The bar of a selection takes these keys. N writes a note about the moment until then.
    ...['t', ...(hasRecording ? ['c'] : []), 'b', 'q'].map((key) => ({
      keys: key,
      label: passageKeys()[key.toUpperCase()] ?? '',
      group: texts.title,
      run: () => void toast({ text: texts.selectWordsFirst }),
    })),
  ]);
}
