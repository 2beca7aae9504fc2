import { Play } from 'lucide-react';
import { formatTimecode } from '../../lib/format.ts';
import type { MediaPlayback } from '../transcript/index.ts';

interface MomentButtonProps {
  playback: MediaPlayback;
  start: number;
  /** Plays to here; without an end it plays on. */
  end: number | null;
  label: string;
}

/** The time of a note or a clip. It plays from there. */
export function MomentButton({ playback, start, end, label }: MomentButtonProps) {
  const times = end === null ? formatTimecode(start) : `${formatTimecode(start)}–${formatTimecode(end)}`;
  return (
    <button
      type="button"
      aria-label={`${label}, ${times}`}
      onClick={() => (end === null ? playback.seek(start, true) : playback.playSpan({ start, end }))}
      className="control -my-1.5 inline-flex shrink-0 items-center gap-1 rounded-md font-mono text-xs text-soft hover:text-ink"
    >
      <Play size={12} fill="currentColor" aria-hidden="true" />
      {times}
    </button>
  );
}
