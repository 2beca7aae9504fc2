import { afterEach, expect, it, vi } from 'vitest';
import { createLocalMedia } from './local-media.ts';

afterEach(() => vi.unstubAllGlobals());

function fakeStream() {
  const tracks = ['audio', 'video'].map((kind) => {
    const track = { kind, readyState: 'live', stop: () => {} };
    track.stop = () => {
      track.readyState = 'ended';
    };
    return track;
  });
  return { tracks, stream: { getTracks: () => tracks } };
}
const stubDevices = (getUserMedia: (constraints: object) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });

it('stops every track that it opened', async () => {
  const { tracks, stream } = fakeStream();
  stubDevices(async () => stream);
  const media = createLocalMedia();
  expect(await media.open()).toBe(stream);
  expect(media.isOff()).toBe(false);
  media.release();
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  expect(media.isOff()).toBe(true);
});

it('stops devices that the browser opens after the page was left, and is not off before', async () => {
  const { tracks, stream } = fakeStream();
  let resolve = (_: unknown) => {};
  const promise = new Promise<unknown>((answer) => {
    resolve = answer;
  });
  stubDevices(() => promise);
  const media = createLocalMedia();
  const opened = media.open();
  media.release();
  expect(media.isOff()).toBe(false);
  resolve(stream);
  expect(await opened).toBeUndefined();
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  expect(media.isOff()).toBe(true);
});

it('opens the microphone alone if there is no camera, and nothing if both are refused', async () => {
  const asked: object[] = [];
  stubDevices(async (constraints) => {
    asked.push(constraints);
    throw new Error('NotAllowedError');
  });
  expect(await createLocalMedia().open()).toBeUndefined();
  expect(asked).toEqual([{ audio: true, video: true }, { audio: true }]);
});
