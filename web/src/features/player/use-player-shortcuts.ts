import { useShortcuts } from '../../lib/shortcuts.ts';
import type { MediaPlayback, Span } from '../transcript/index.ts';
import { texts } from './texts.ts';

const group = () => texts.player;
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
    { keys: 'Space', label: texts.playOrPause, group: group(), run: playback.toggle },
    { keys: 'k', label: texts.pauseOrPlay, group: group(), run: playback.toggle },
    { keys: 'j', label: texts.back10Seconds, group: group(), repeats: true, run: step(-longStep) },
    {
      keys: 'l',
      label: texts.playFasterWhileItPlays,
      group: group(),
      run: () => (playback.isPlaying() ? playback.stepRate(1) : playback.play()),
    },
    { keys: 'ArrowLeft', label: texts.back5Seconds, group: group(), repeats: true, run: step(-shortStep) },
    { keys: 'ArrowRight', label: texts.forward5Seconds, group: group(), repeats: true, run: step(shortStep) },
    { keys: '[', label: texts.slower, group: group(), run: () => playback.stepRate(-1) },
    { keys: ']', label: texts.faster, group: group(), run: () => playback.stepRate(1) },
    {
      keys: 'm',
      label: texts.soundOnOrOff,
      group: group(),
      run: () => playback.setMuted(!playback.getState().muted),
    },
    {
      keys: 'r',
      label: texts.repeat,
      group: group(),
      run: () => toggleLoop(playback, marked),
    },
  ]);
}
