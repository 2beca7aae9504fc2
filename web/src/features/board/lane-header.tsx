import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { isUnsaved } from '../../data/board-change.ts';
import type { LaneWithCards } from '../../data/board-order.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ColorPicker } from '../../ui/color-picker.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RenameInPlace } from '../../ui/rename-in-place.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { useBoardContext } from './board-context.ts';
import { DeleteLaneDialog } from './delete-lane-dialog.tsx';
import { texts } from './texts.ts';

export function LaneHeader({ lane, cardCount }: { lane: LaneWithCards; cardCount: number }) {
  const { canEdit, change, lanes } = useBoardContext();
  const [mode, setMode] = useState<'rename' | 'color' | 'delete'>();
  const [refused, setRefused] = useState<string>();
  const rename = (name: string) => {
    setRefused(undefined);
    change({ kind: 'change-lane', laneId: lane.id, patch: { name } }, () => {
      setRefused(name);
      setMode('rename');
    });
  };
  const editable = canEdit && !isUnsaved(lane);
  const index = lanes.findIndex(({ id }) => id === lane.id);
  const before = lanes[index - 1];
  const after = lanes[index + 1];
  const shown = lane.cards.length;

  return (
    <header
      data-lane-handle={editable || undefined}
      className={`flex min-h-11 items-center gap-2 ps-3 pe-1 select-none ${editable ? 'cursor-grab' : ''}`}
    >
      {lane.color && <TagDot color={lane.color} />}
      {mode === 'rename' ? (
        <RenameInPlace
          label={texts.nameOfTheLane}
          name={lane.name}
          maxLength={100}
          draft={refused}
          onRename={rename}
          onClose={() => setMode(undefined)}
        />
      ) : (
        <h2 dir="auto" className="min-w-0 truncate font-medium" title={lane.name}>
          {lane.name}
        </h2>
      )}
      <span className="text-sm text-soft tabular-nums">
        <span className="sr-only">{texts.cards2} </span>
        {shown === cardCount
          ? formatNumber(cardCount)
          : texts.of(formatNumber(shown), formatNumber(cardCount))}
      </span>
      <span className="flex-1" />
      {editable && (
        <Menu
          trigger={
            <IconButton label={texts.actionsFor2(lane.name)}>
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => setMode('rename')}>{texts.rename}</MenuItem>
          <MenuItem onSelect={() => setMode('color')}>{texts.color2}</MenuItem>
          {before && (
            <MenuItem
              onSelect={() => change({ kind: 'move-lane', laneId: lane.id, to: { beforeLaneId: before.id } })}
            >
              {texts.moveBack}
            </MenuItem>
          )}
          {after && (
            <MenuItem
              onSelect={() => change({ kind: 'move-lane', laneId: lane.id, to: { afterLaneId: after.id } })}
            >
              {texts.moveForward}
            </MenuItem>
          )}
          <MenuItem danger onSelect={() => setMode('delete')}>
            {texts.delete3}
          </MenuItem>
        </Menu>
      )}
      <Dialog open={mode === 'color'} onClose={() => setMode(undefined)} title={texts.colorOfTheLane}>
        <ColorPicker
          label={texts.colorOfTheLane}
          optional
          value={lane.color}
          onChange={(color) => change({ kind: 'change-lane', laneId: lane.id, patch: { color } })}
        />
        <DialogActions>
          <Button onClick={() => setMode(undefined)}>{texts.done}</Button>
        </DialogActions>
      </Dialog>
      <DeleteLaneDialog
        lane={lane}
        cardCount={cardCount}
        open={mode === 'delete'}
        onClose={() => setMode(undefined)}
      />
    </header>
  );
}
