// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlayback, type MediaPlayback } from './playback.ts';

/** A media element whose clock the test moves. */
function createMedia(duration = 100) {
  const media = document.createElement('video');
  let paused = true;
  let time = 0;
  let readyState = 0;
  const fire = (event: string) => media.dispatchEvent(new Event(event));
  Object.defineProperties(media, {
    paused: { get: () => paused },
    duration: { get: () => (readyState > 0 ? duration : Number.NaN) },
    readyState: { get: () => readyState },
    currentTime: {
      get: () => time,
      set(seconds: number) {
        time = seconds;
        fire('seeked');
      },
    },
    play: {
      value: async () => {
        paused = false;
        fire('play');
      },
    },
    pause: {
      value: () => {
        if (paused) return;
        paused = true;
        fire('pause');
      },
    },
  });
  return {
    media,
    /** The element gets another source. */
    empty() {
      readyState = 0;
      time = 0;
      paused = true;
      fire('emptied');
    },
    load() {
      readyState = 4;
      fire('loadedmetadata');
    },
    /** The media plays on to this time. */
    advance(seconds: number) {
      time = seconds;
      fire('timeupdate');
    },
  };
}

function Clock({ playback, onRender }: { playback: MediaPlayback; onRender(): void }) {
  onRender();
  return <p>{playback.useTime().toFixed(2)}</p>;
}

describe('the playback of a media element', () => {
  let playback: MediaPlayback;
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    playback = createPlayback();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('jumps and plays once the media has loaded if it was asked before', () => {
    const { media, load } = createMedia();
    playback.attach(media);
    playback.seek(12, true);
    expect(playback.getTime()).toBe(12);
    expect(media.paused).toBe(true);
    load();
    expect(media.currentTime).toBe(12);
    expect(playback.isPlaying()).toBe(true);
    expect(playback.duration).toBe(100);
  });

  it('remembers the time of a seek before there is an element', () => {
    playback.seek(30);
    const { media, load } = createMedia();
    playback.attach(media);
    load();
    expect(media.currentTime).toBe(30);
  });

  it('does not go past the end or before the start', () => {
    const { media, load } = createMedia(10);
    playback.attach(media);
    load();
    playback.seek(99);
    expect(media.currentTime).toBe(10);
    playback.seek(-1);
    expect(media.currentTime).toBe(0);
  });

  it('stops at the end of a span, and repeats a looped one', () => {
    const { media, load, advance } = createMedia();
    playback.attach(media);
    load();
    playback.playSpan({ start: 5, end: 8 });
    advance(8.2);
    expect([media.paused, media.currentTime, playback.getState().span]).toEqual([true, 8, null]);
    playback.playSpan({ start: 5, end: 8 }, true);
    advance(8.2);
    expect([media.paused, media.currentTime]).toEqual([false, 5]);
    playback.seek(20);
    advance(21);
    expect(media.currentTime).toBe(21);
  });

  it('steps through the rates and stays inside their range', () => {
    const { media, load } = createMedia();
    playback.attach(media);
    load();
    playback.stepRate(1);
    expect(media.playbackRate).toBe(1.25);
    playback.setRate(9);
    playback.stepRate(1);
    expect(media.playbackRate).toBe(3);
    playback.setRate(0.1);
    playback.stepRate(-1);
    expect(media.playbackRate).toBe(0.5);
  });

  it('keeps position and rate when a second element takes over', () => {
    const first = createMedia();
    const detach = playback.attach(first.media);
    first.load();
    playback.setRate(2);
    playback.seek(40);
    detach();
    const second = createMedia();
    playback.attach(second.media);
    second.load();
    expect([second.media.currentTime, second.media.playbackRate]).toEqual([40, 2]);
  });

  it('goes on at the same time when the source is renewed', () => {
    const { media, load, advance, empty } = createMedia();
    playback.attach(media);
    load();
    playback.seek(7, true);
    advance(9);
    empty();
    expect(playback.getTime()).toBe(9);
    load();
    expect([media.currentTime, media.paused]).toEqual([9, false]);
  });

  it('rerenders at most four times a second, but calls subscribers each time', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { media, load, advance } = createMedia();
    playback.attach(media);
    load();
    let renders = 0;
    const { container } = render(<Clock playback={playback} onRender={() => renders++} />);
    const times: number[] = [];
    playback.subscribe((seconds) => times.push(seconds));
    const before = renders;
    act(() => {
      for (let i = 1; i <= 60; i++) {
        now += 1000 / 60;
        act(() => advance(i / 60));
      }
    });
    expect(times).toHaveLength(60);
    expect(renders - before).toBeLessThanOrEqual(4);
    act(() => playback.seek(3));
    expect(container.textContent).toBe('3.00');
  });
});
