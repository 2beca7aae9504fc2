import { Pause, Play, Repeat, Volume2, VolumeX } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { File } from '../../data/file.ts';
import { formatTimecode } from '../../lib/format.ts';
import { useHeightVariable } from '../../lib/use-height-variable.ts';
import { IconButton } from '../../ui/button.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import { PositionSlider, type TimelineMark } from './position-slider.tsx';
import { SpeedMenu } from './speed-menu.tsx';
import { texts } from './texts.ts';
import { toggleLoop, usePlayerShortcuts } from './use-player-shortcuts.ts';

const Waveform = lazy(() => import('./waveform.tsx').then((module) => ({ default: module.Waveform })));

interface PlayerBarProps {
  file: File;
  playback: MediaPlayback;
  /** Parts of the recording to show on the timeline. */
  marks: TimelineMark[];
  /** A row above the waveform, with the same time axis. */
  strip?: ReactNode;
  /** A button at the end. */
  children?: ReactNode;
}

/** The bar below the transcript: play, time, waveform, repeat and speed. */
export function PlayerBar({ file, playback, marks, strip, children }: PlayerBarProps) {
  const ref = useHeightVariable('--player-bar-height');
  const marked = marks.find(({ kind }) => kind === 'selection');
  usePlayerShortcuts(playback, marked);
  const { playing, loop, muted, duration } = playback.useState();
  const length = duration ?? file.duration_seconds ?? 0;
  return (
    <section
      ref={ref}
      aria-label={texts.player}
      className="flex items-center gap-2 border-t border-line bg-paper px-3 py-2 max-sm:flex-wrap max-sm:pt-1 sm:gap-3 sm:px-4 lg:h-[72px]"
    >
      <button
        type="button"
        onClick={playback.toggle}
        aria-keyshortcuts="Space"
        className="control inline-flex shrink-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 font-medium tabular-nums hover:border-edge"
      >
        {playing ? <Pause size={14} fill="currentColor" /> : <Play size={14} fill="currentColor" />}
        <span className="sr-only">{playing ? texts.pause : texts.play}</span>
        <Clock playback={playback} />
      </button>
      {/* On a phone the position has a row of its own, so that a finger can choose a moment. */}
      <div className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full">
        {strip}
        <PositionSlider playback={playback} duration={length} marks={marks}>
          {file.waveform_url !== null && length > 0 && (
            <Suspense>
              <Waveform file={file} playback={playback} />
            </Suspense>
          )}
        </PositionSlider>
      </div>
      <IconButton
        label={muted ? texts.soundOn : texts.soundOff}
        onClick={() => playback.setMuted(!muted)}
        className="max-sm:ms-auto"
      >
        {muted ? <VolumeX size={16} strokeWidth={1.75} /> : <Volume2 size={16} strokeWidth={1.75} />}
      </IconButton>
      <IconButton
        label={texts.repeat}
        aria-pressed={loop}
        onClick={() => toggleLoop(playback, marked)}
        className="aria-pressed:bg-accent-wash aria-pressed:text-accent"
      >
        <Repeat size={16} strokeWidth={1.75} />
      </IconButton>
      <SpeedMenu playback={playback} />
      {children}
    </section>
  );
}

/** Screen readers read the time from the slider; as a part of the button it would change all the time. */
const Clock = ({ playback }: { playback: MediaPlayback }) => (
  <span data-testid="clock" aria-hidden="true">
    {formatTimecode(playback.useTime())}
  </span>
);
