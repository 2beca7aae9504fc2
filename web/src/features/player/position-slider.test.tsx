// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createPlayback } from '../transcript/index.ts';
import { PositionSlider } from './position-slider.tsx';

afterEach(cleanup);

it('shows the position, and changes nothing while the recording moves by less than a pixel', async () => {
  const playback = createPlayback();
  const { container } = render(
    <PositionSlider playback={playback} duration={3_600} marks={[]}>
      {null}
    </PositionSlider>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Position');
  act(() => playback.seek(1_800));
  expect(input.value).toBe('1800');
  expect(input.getAttribute('aria-valuetext')).toBe('30:00 of 1:00:00');
  expect(container.querySelector<HTMLElement>('span[aria-hidden]')?.style.left).toBe('50%');

  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(container, { subtree: true, attributes: true });
  for (let frame = 1; frame <= 30; frame++) act(() => playback.seek(1_800 + frame / 60));
  changes.push(...observer.takeRecords());
  expect(changes).toEqual([]);
  act(() => playback.seek(1_801));
  expect(input.getAttribute('aria-valuetext')).toBe('30:01 of 1:00:00');
});

it('marks a clip in the colour of its tag, and in gray without one', () => {
  const clip = { start: 0, end: 10, kind: 'clip' as const };
  const marks = [
    { ...clip, id: 'a', name: 'Tagged', color: '#2F66AD' },
    { ...clip, id: 'b', name: 'Untagged', color: null },
  ];
  render(
    <PositionSlider playback={createPlayback()} duration={60} marks={marks}>
      {null}
    </PositionSlider>,
  );
  const colorOf = (name: string) => screen.getByTitle(name).style.getPropertyValue('--tag-dot');
  expect([colorOf('Tagged'), colorOf('Untagged')]).toEqual(['var(--tag-blue-dot)', 'var(--tag-gray-dot)']);
});
