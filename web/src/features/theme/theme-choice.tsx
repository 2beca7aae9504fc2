import { useChangeTheme } from '../../data/me.ts';
import { errorMessage } from '../../lib/errors.ts';
import { type Theme, useTheme } from '../../lib/theme.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

const options = (): { value: Theme; name: string }[] => [
  { value: 'system', name: texts.system },
  { value: 'light', name: texts.light },
  { value: 'dark', name: texts.dark },
];

/** The choice applies in all browsers of the person. */
export function ThemeChoice() {
  const toast = useToast();
  const change = useChangeTheme((error) => toast({ text: texts.theThemeWasNotSaved(errorMessage(error)) }));
  return <SegmentedControl label={texts.theme} value={useTheme()} onChange={change} options={options()} />;
}
