import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lateDialog } from '../../ui/late-dialog.tsx';
import type { SortDialogProps } from './sort-dialog.tsx';
import { texts } from './texts.ts';

const SortDialog = lateDialog<SortDialogProps>(async () => (await import('./sort-dialog.tsx')).SortDialog);

export function SortButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Sparkles size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.sortByMeaning}
      </Button>
      <SortDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
