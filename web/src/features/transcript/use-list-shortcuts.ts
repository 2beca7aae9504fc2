import { useShortcuts } from '../../lib/shortcuts.ts';
import { useToast } from '../../ui/toast.tsx';
import { useTranscript } from './context.ts';
import { passageKeys } from './selection-bar.tsx';

/** Keys that work wherever the focus is, while the transcript is shown. */
export function useListShortcuts({ openFind }: { openFind(): void }): void {
  const { hasRecording } = useTranscript();
  const toast = useToast();
  useShortcuts([
    {
      keys: '$mod+f',
      label: 'Find in the transcript',
      group: 'Transcript',
      run: openFind,
      whileTyping: true,
    },
    // The bar of a selection takes these keys. N writes a note about the moment until then.
    ...['t', ...(hasRecording ? ['c'] : []), 'b', 'q'].map((key) => ({
      keys: key,
      label: passageKeys[key.toUpperCase()] ?? '',
      group: 'Transcript',
      run: () => void toast({ text: 'Select words in the transcript first.' }),
    })),
  ]);
}
