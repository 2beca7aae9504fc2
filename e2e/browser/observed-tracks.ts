import type { Page } from 'playwright-core';

interface Observed {
  tracks: MediaStreamTrack[];
}

/** Remembers every track that the page obtains, also clones, so that a test can check that all of them were stopped. */
export const observeTracks = (page: Page) =>
  page.addInitScript(() => {
    const observed = window as unknown as Observed;
    observed.tracks = [];
    const remember = (stream: MediaStream) => {
      observed.tracks.push(...stream.getTracks());
      return stream;
    };
    const devices = navigator.mediaDevices;
    if (!devices) return;
    for (const name of ['getUserMedia', 'getDisplayMedia'] as const) {
      const open = devices[name].bind(devices);
      devices[name] = async (constraints) => remember(await open(constraints));
    }
    const clone = MediaStreamTrack.prototype.clone;
    MediaStreamTrack.prototype.clone = function (this: MediaStreamTrack) {
      const copy = clone.call(this);
      observed.tracks.push(copy);
      return copy;
    };
    const createDestination = AudioContext.prototype.createMediaStreamDestination;
    AudioContext.prototype.createMediaStreamDestination = function (this: AudioContext) {
      const destination = createDestination.call(this);
      remember(destination.stream);
      return destination;
    };
  });

/** The state of each track that the page obtained since it was loaded. */
export const trackStates = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Observed).tracks.map(({ readyState }) => readyState));
