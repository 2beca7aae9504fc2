import { expect, it } from 'vitest';
import { recordableOf } from './picture.ts';

const track = (kind: 'audio' | 'video', muted = false, readyState = 'live') =>
  ({ kind, muted, readyState }) as MediaStreamTrack;
const peer = (connected: boolean, ...tracks: MediaStreamTrack[]) => ({
  connected,
  stream: { getTracks: () => tracks },
});

it.each([
  ['waits for a browser that is not connected', peer(false, track('audio'), track('video')), 'waiting'],
  ['waits for the first track', peer(true), 'waiting'],
  ['waits for the first frame of the picture', peer(true, track('audio'), track('video', true)), 'waiting'],
  ['records a picture that has frames', peer(true, track('audio'), track('video')), 'picture'],
  ['records the sound of a browser without a camera', peer(true, track('audio')), 'sound'],
  [
    'ignores the tracks of a camera that was closed',
    peer(true, track('audio'), track('video', true, 'ended')),
    'sound',
  ],
])('%s', (_, given, expected) => {
  expect(recordableOf(given)).toBe(expected);
});
