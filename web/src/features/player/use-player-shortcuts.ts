import { useShortcuts } from '../../lib/shortcuts.ts';
import type { MediaPlayback, Span } from '../transcript/index.ts';

const group = 'Player';
const shortStep = 5;
const longStep = 10;

/** Repeats the marked part, or without one the whole recording; or stops repeating. */
export function toggleLoop(playback: MediaPlayback, marked: Span | undefined): void {
  const { loop } = playback.getState();
  if (!loop && marked) playback.playSpan({ start: marked.start, end: marked.end }, true);
  else playback.setLoop(!loop);
}

/** The keys of a recording. L plays, and plays faster when it plays already, as in video editors. */
export function usePlayerShortcuts(playback: MediaPlayback, marked: Span | undefined): void {
  const step = (seconds: number) => () => playback.seek(playback.getTime() + seconds);
  useShortcuts([
    { keys: 'Space', label: 'Play or pause', group, run: playback.toggle },
    { keys: 'k', label: 'Pause or play', group, run: playback.toggle },
    { keys: 'j', label: 'Back 10 seconds', group, repeats: true, run: step(-longStep) },
    {
      keys: 'l',
      label: 'Play; faster while it plays',
      group,
      run: () => (playback.isPlaying() ? playback.stepRate(1) : playback.play()),
    },
    { keys: 'ArrowLeft', label: 'Back 5 seconds', group, repeats: true, run: step(-shortStep) },
    { keys: 'ArrowRight', label: 'Forward 5 seconds', group, repeats: true, run: step(shortStep) },
    { keys: '[', label: 'Slower', group, run: () => playback.stepRate(-1) },
    { keys: ']', label: 'Faster', group, run: () => playback.stepRate(1) },
    {
      keys: 'm',
      label: 'Sound on or off',
      group,
      run: () => playback.setMuted(!playback.getState().muted),
    },
    {
      keys: 'r',
      label: 'Repeat',
      group,
      run: () => toggleLoop(playback, marked),
    },
  ]);
}
