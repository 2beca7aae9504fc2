import { expect, it } from 'vitest';
import { devicesInUse } from './devices-in-use.ts';

const track = (kind: string, enabled: boolean, readyState: MediaStreamTrackState = 'live') => ({
  kind,
  enabled,
  readyState,
});

it.each([
  [[track('audio', true), track('video', true)], { microphone: true, camera: true }],
  [[track('audio', false), track('video', true)], { microphone: false, camera: true }],
  [[track('audio', true), track('video', false)], { microphone: true, camera: false }],
  [[track('audio', true)], { microphone: true, camera: false }],
  [[track('audio', true, 'ended'), track('video', true)], { microphone: false, camera: true }],
])('reads from the tracks %j that the devices are %j', (tracks, expected) => {
  expect(devicesInUse({ getTracks: () => tracks })).toEqual(expected);
});
