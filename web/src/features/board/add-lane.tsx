import { Plus } from 'lucide-react';
import { useState } from 'react';
import { temporaryId } from '../../lib/temporary-id.ts';
import { Button } from '../../ui/button.tsx';
import { RenameInPlace } from '../../ui/rename-in-place.tsx';
import { useBoardContext } from './board-context.ts';
import { texts } from './texts.ts';

export function AddLane() {
  const { change } = useBoardContext();
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<string>();
  const add = (name: string) => {
    setRefused(undefined);
    change({ kind: 'create-lane', temporaryId: temporaryId(), name, cardIds: [] }, () => {
      setRefused(name);
      setOpen(true);
    });
  };
  return (
    <div className={isOpen ? 'w-52' : 'w-32'}>
      {isOpen ? (
        <RenameInPlace
          label={texts.nameOfTheNewLane}
          name=""
          maxLength={100}
          draft={refused}
          onRename={add}
          onClose={() => setOpen(false)}
        />
      ) : (
        <Button variant="bare" className="w-full justify-start" onClick={() => setOpen(true)}>
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.addALane}
        </Button>
      )}
    </div>
  );
}
