import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { formatTimecode } from '../../lib/format.ts';
import { tagStyle } from '../../ui/tag-colors.ts';
import type { MediaPlayback } from '../transcript/index.ts';
import { percentOf } from './percent-of.ts';
import { texts } from './texts.ts';

/** A clip or a marked part on the timeline. */
export interface TimelineMark {
  id: string;
  name: string;
  start: number;
  end: number;
  kind: 'clip' | 'selection';
  /** The colour of the first tag of a clip; without one the mark is gray. */
  color?: string | null;
}

interface PositionSliderProps {
  playback: MediaPlayback;
  duration: number;
  marks: TimelineMark[];
  /** The waveform; without one, the slider draws a line. */
  children: ReactNode;
}

/**
 * The position on the waveform. A pointer or a finger may press and drag anywhere on it: some phones move a range input
 * only by its thumb. The input below is for the keyboard and screen readers. The time moves both without rendering.
 */
export function PositionSlider({ playback, duration, marks, children }: PositionSliderProps) {
  const input = useRef<HTMLInputElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let shown = '';
    // For each frame while the recording plays: every change of the page costs a layout.
    const show = (seconds: number) => {
      const passed = `${percentOf(seconds, duration)}%`;
      const text = texts.positionOf(formatTimecode(seconds), formatTimecode(duration));
      if (shown === passed + text) return;
      shown = passed + text;
      if (input.current) {
        input.current.value = String(seconds);
        input.current.setAttribute('aria-valuetext', text);
      }
      if (line.current) line.current.style.width = passed;
      if (handle.current) handle.current.style.left = passed;
    };
    show(playback.getTime());
    return playback.subscribe(show);
  }, [playback, duration]);

  const share = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;
  const seekTo = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    playback.seek(Math.min(1, Math.max(0, (clientX - left) / width)) * duration);
  };
  return (
    <div
      // Times of a recording run from left to right in every language.
      dir="ltr"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
      className="relative h-11 cursor-pointer touch-none rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
    >
      {children || (
        <div className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-line">
          <div ref={line} className="h-full bg-accent" />
        </div>
      )}
      {marks.map((mark) => (
        <span
          key={mark.id}
          title={mark.name}
          style={{
            insetInlineStart: share(mark.start),
            width: share(mark.end - mark.start),
            ...(mark.kind === 'clip' ? tagStyle(mark.color) : {}),
          }}
          className={`absolute bottom-0 min-w-0.5 ${mark.kind === 'clip' ? 'h-1 rounded-full bg-(--tag-dot)' : 'top-0 bg-accent/20'}`}
        />
      ))}
      <span
        ref={handle}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 -ms-px w-0.5 rounded-full bg-accent before:absolute before:-start-[5px] before:bottom-0 before:size-3 before:rounded-full before:bg-accent pointer-coarse:before:-start-[7px] pointer-coarse:before:size-4"
      />
      <input
        ref={input}
        type="range"
        aria-label={texts.position}
        min={0}
        max={duration || 1}
        step={0.1}
        defaultValue={0}
        onChange={(event) => playback.seek(Number(event.target.value))}
        onKeyDown={(event) => {
          // The arrow keys of the player move by seconds; the ones of the input by a tenth.
          if (event.key.startsWith('Arrow')) event.preventDefault();
          const steps: Record<string, number> = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5 };
          const step = steps[event.key];
          if (step !== undefined) playback.seek(playback.getTime() + step);
        }}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </div>
  );
}
