import { expect, it } from 'vitest';
import { recordableOf } from './picture.ts';

const track = (kind: 'audio' | 'video', readyState = 'live') => ({ kind, readyState }) as MediaStreamTrack;
const peer = (connected: boolean, hasPicture: boolean, ...tracks: MediaStreamTrack[]) => ({
  connected,
  hasPicture,
  stream: { getTracks: () => tracks },
});

it.each([
  ['waits for a browser that is not connected', peer(false, true, track('audio'), track('video')), 'waiting'],
  ['waits for the first track', peer(true, false), 'waiting'],
  ['waits for the first picture', peer(true, false, track('audio'), track('video')), 'waiting'],
  ['records a picture that is shown', peer(true, true, track('audio'), track('video')), 'picture'],
  ['records the sound of a browser without a camera', peer(true, false, track('audio')), 'sound'],
  [
    'ignores the tracks of a camera that was closed',
    peer(true, false, track('audio'), track('video', 'ended')),
    'sound',
  ],
])('%s', (_, given, expected) => {
  expect(recordableOf(given)).toBe(expected);
});
