import { Check } from 'lucide-react';
import { formatRate } from '../../lib/format.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { type MediaPlayback, rates } from '../transcript/index.ts';
import { texts } from './texts.ts';

export function SpeedMenu({ playback }: { playback: MediaPlayback }) {
  const { rate } = playback.useState();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={texts.speed(formatRate(rate))}
          className="control shrink-0 rounded-md border border-line bg-surface px-2.5 font-medium tabular-nums hover:border-edge"
        >
          {formatRate(rate)}
        </button>
      }
    >
      {rates.map((option) => (
        <MenuItem key={option} onSelect={() => playback.setRate(option)}>
          <span className="flex-1 tabular-nums">{formatRate(option)}</span>
          {option === rate && <Check size={14} aria-label={texts.current} />}
        </MenuItem>
      ))}
    </Menu>
  );
}
