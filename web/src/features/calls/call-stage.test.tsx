// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CallView } from '../../lib/call/call.ts';
import { CallStage } from './call-stage.tsx';

afterEach(cleanup);

function show(devices: { microphone: boolean; camera: boolean }) {
  const live = Object.assign(new MediaStream(), { getVideoTracks: () => [{ readyState: 'live' }] });
  const otto = { id: 'p', role: 'participant', name: 'Otto Maier', stream: live, ...devices } as const;
  const view = { state: 'connected', others: [{ ...otto, connected: true, hasPicture: true }] } as const;
  render(
    <CallStage
      participantName="Otto Maier"
      view={view as unknown as CallView}
      local={undefined}
      isMuted={false}
      isCameraOff={false}
    >
      nobody
    </CallStage>,
  );
}

it('shows the initials of a participant whose camera is off, not a black picture', () => {
  show({ microphone: true, camera: false });
  expect(screen.getByText('OM')).toBeDefined();
  expect(screen.getByText('Camera off')).toBeDefined();
  expect(screen.queryByText('Microphone off')).toBeNull();
});

it('says that the participant’s microphone is off', () => {
  show({ microphone: false, camera: true });
  expect(screen.getByText('Microphone off')).toBeDefined();
  expect(screen.queryByText('OM')).toBeNull();
});
