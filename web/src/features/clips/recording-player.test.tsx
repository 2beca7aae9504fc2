// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { RecordingPlayer } from './recording-player.tsx';

afterEach(cleanup);

function show(isAudio: boolean) {
  let failures = 0;
  const player = (url: string) => (
    <RecordingPlayer
      url={url}
      isAudio={isAudio}
      durationSeconds={22}
      label="No slot"
      poster={null}
      cues={[]}
      showCaptions={false}
      onLinkFailed={() => failures++}
    />
  );
  const { rerender } = render(player('/first'));
  return {
    media: screen.getByLabelText<HTMLMediaElement>('No slot', { selector: 'audio, video' }),
    renew: (url: string) => rerender(player(url)),
    failures: () => failures,
  };
}

it('plays audio with the controls of the application', () => {
  const { media } = show(true);
  expect(media.hasAttribute('controls')).toBe(false);
  fireEvent.play(media);
  screen.getByRole('button', { name: 'Pause: No slot' });
  fireEvent.pause(media);
  screen.getByRole('button', { name: 'Play: No slot' });
  const position = screen.getByLabelText<HTMLInputElement>('Position');
  expect(position.max).toBe('22');
  fireEvent.change(position, { target: { value: '7' } });
  expect(media.currentTime).toBe(7);
  expect(position.getAttribute('aria-valuetext')).toBe('0:07');
});

it('plays video with the controls of the browser, which offer captions and full screen', () => {
  expect(show(false).media.hasAttribute('controls')).toBe(true);
});

it('uses a renewed link only after the first one has failed', () => {
  const { media, renew, failures } = show(true);
  renew('/second');
  expect(media.getAttribute('src')).toBe('/first');
  fireEvent.error(media);
  expect(failures()).toBe(1);
  expect(media.getAttribute('src')).toBe('/second');
});
