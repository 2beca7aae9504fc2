import { useChangeTheme } from '../../data/me.ts';
import { errorMessage } from '../../lib/errors.ts';
import { type Theme, useTheme } from '../../lib/theme.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useToast } from '../../ui/toast.tsx';

const options: { value: Theme; name: string }[] = [
  { value: 'system', name: 'System' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
];

export function ThemeChoice() {
  const toast = useToast();
  const change = useChangeTheme((error) =>
    toast({ text: `The theme was not saved: ${errorMessage(error)}` }),
  );
  return <SegmentedControl label="Theme" value={useTheme()} onChange={change} options={options} />;
}
