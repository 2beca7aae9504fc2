import { useQuery } from '@tanstack/react-query';
import { getNonce } from 'get-nonce';
import { useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { type File, waveformQuery } from '../../data/file.ts';
import type { MediaPlayback } from '../transcript/index.ts';
import { percentOf } from './percent-of.ts';

/**
 * Draws the peaks that the server measured. WaveSurfer gets no media: it decodes nothing, and the recording is read once,
 * by the player.
 */
export function Waveform({ file, playback }: { file: File; playback: MediaPlayback }) {
  const container = useRef<HTMLDivElement>(null);
  const { data } = useQuery(waveformQuery(file));
  useEffect(() => {
    if (!container.current || !data || data.peaks.length === 0) return;
    const duration = file.duration_seconds ?? data.duration_seconds;
    const drawing = WaveSurfer.create({
      container: container.current,
      peaks: [data.peaks],
      duration,
      height: 38,
      barWidth: 2,
      barGap: 1,
      barRadius: 1,
      barMinHeight: 2,
      normalize: true,
      cursorWidth: 0,
      interact: false,
      ...colorsOf(container.current),
      ...cspNonce(),
    });
    let shown = -1;
    const show = (percent: number) => {
      shown = percent;
      drawing.getRenderer().renderProgress(percent / 100, false);
    };
    drawing.on('redraw', () => show(percentOf(playback.getTime(), duration)));
    const unsubscribe = playback.subscribe((seconds) => {
      const percent = percentOf(seconds, duration);
      if (percent !== shown) show(percent);
    });
    const stopWatching = onThemeChange(() => {
      if (container.current) drawing.setOptions(colorsOf(container.current));
    });
    return () => {
      unsubscribe();
      stopWatching();
      drawing.destroy();
    };
  }, [data, file.duration_seconds, playback]);
  return (
    <div
      ref={container}
      data-testid="waveform"
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 isolate h-[38px] overflow-hidden text-edge accent-accent"
    />
  );
}

function cspNonce() {
  const nonce = getNonce();
  return nonce ? { cspNonce: nonce } : {};
}

/** A canvas needs colours, not variables; the browser computes them for the element. */
function colorsOf(element: HTMLElement) {
  const { color, accentColor } = getComputedStyle(element);
  return { waveColor: color, progressColor: accentColor };
}

function onThemeChange(listener: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const attribute = new MutationObserver(listener);
  attribute.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  scheme.addEventListener('change', listener);
  return () => {
    attribute.disconnect();
    scheme.removeEventListener('change', listener);
  };
}
