// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Segment, Transcript } from '../../data/transcript.ts';
import { ToastProvider } from '../../ui/toast.tsx';
import { TranscriptProvider } from './context.ts';
import { listOf } from './model/selection.ts';
import { createPlayback } from './playback.ts';
import { type TranscriptHandle, TranscriptList } from './transcript-list.tsx';

const rowHeight = 36;
const screenHeight = 720;
const count = 1_000;
const segments = Array.from(
  { length: count },
  (_, n) =>
    ({
      id: `seg_${n}`,
      speaker_id: 'spk_1',
      speaker: 'Ben',
      text: `Row ${n}.`,
      start_seconds: n * 10,
      end_seconds: n * 10 + 10,
      page: null,
      version: 1,
    }) as Segment,
);

// The test environment has no layout.
beforeEach(() => {
  // Wide enough for rows with one line, so that heights are as estimated.
  vi.stubGlobal('innerWidth', 1_440);
  const isScroller = (element: HTMLElement) => element.dataset.testid === 'transcript-scroller';
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return isScroller(this) ? screenHeight : rowHeight;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(screenHeight);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(count * rowHeight + 176);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const scroller = document.querySelector<HTMLElement>('[data-testid="transcript-scroller"]');
    const [, offset] = /translateY\((.+)px\)/.exec(this.style.transform) ?? [];
    const top = offset === undefined ? 0 : Number(offset) - (scroller?.scrollTop ?? 0);
    return new DOMRect(0, top, 900, isScroller(this) ? screenHeight : rowHeight);
  });
});
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function (this: HTMLElement, ...args) {
    const [options] = args;
    this.scrollTop = (options as ScrollToOptions).top ?? 0;
    // As in a browser, after the script that scrolls.
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')));
  } as HTMLElement['scrollTo']);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function show() {
  const playback = createPlayback();
  const handle = createRef<TranscriptHandle>();
  const list = listOf(segments);
  const context = {
    projectId: 'prj_1',
    fileId: 'fil_1',
    fileName: 'Talk',
    transcript: { time_basis: 'media', segments, speakers: [] } as unknown as Transcript,
    list,
    playback,
    hasRecording: true,
    editable: true,
    wordsOf: () => undefined,
    onAction: () => {},
  };
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <TranscriptProvider value={context}>
            <TranscriptList taggings={[]} tags={new Map()} handle={handle} />
          </TranscriptProvider>
        </ToastProvider>
      </QueryClientProvider>,
    ),
  );
  return { playback, handle };
}

/** Rows are rendered after the event of the scrolling. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
const row = (index: number) => document.querySelector<HTMLElement>(`[data-index="${index}"]`);
const rendered = () =>
  [...document.querySelectorAll<HTMLElement>('[data-index]')].map(({ dataset }) => Number(dataset.index));
const spoken = () => document.querySelector<HTMLElement>('[aria-current]')?.dataset.index;
const press = (key: string, target: Element | null = document.activeElement) =>
  act(async () => void fireEvent.keyDown(target as Element, { key }));

it('renders the rows on the screen and few more', async () => {
  await show();
  expect(rendered()).toContain(0);
  expect(rendered().length).toBeLessThan(40);
  expect(screen.getByRole('list', { name: 'Transcript' }).style.height).not.toBe('');
});

it('moves the focus with the arrow keys, including to a row that is not rendered', async () => {
  await show();
  act(() => row(0)?.focus());
  await press('ArrowDown');
  expect(document.activeElement).toBe(row(1));
  await press('End');
  await eventually(() => expect(document.activeElement?.getAttribute('data-index')).toBe(`${count - 1}`));
  expect(document.activeElement).toBe(row(count - 1));
  await press('Home');
  await eventually(() => expect(document.activeElement).toBe(row(0)));
});

it('follows the recording until the user scrolls, and returns to the spoken row', async () => {
  const { playback } = await show();
  act(() => playback.seek(5_005));
  await eventually(() => expect(spoken()).toBe('500'));
  const scroller = screen.getByTestId('transcript-scroller');
  const following = scroller.scrollTop;
  expect(following).toBeGreaterThan(10_000);
  await act(async () => {
    fireEvent.wheel(scroller);
    scroller.scrollTo({ top: 0 });
  });
  await eventually(() => expect(screen.getByRole('button', { name: 'Back to now' })).toBeTruthy());
  act(() => playback.seek(5_006));
  expect(scroller.scrollTop).toBe(0);
  await act(async () => screen.getByRole('button', { name: 'Back to now' }).click());
  await eventually(() => expect(spoken()).toBe('500'));
  expect(scroller.scrollTop).toBe(following);
});

it('shows a match of the search that is not rendered', async () => {
  const { handle } = await show();
  await act(async () => handle.current?.openFind());
  await act(
    async () =>
      void fireEvent.change(screen.getByRole('textbox', { name: 'Find in the transcript' }), {
        target: { value: 'Row 777.' },
      }),
  );
  expect(screen.getByText('1 of 1')).toBeTruthy();
  await eventually(() => expect(rendered()).toContain(777));
});

it('selects words with Shift and the arrow keys, and retains the rows of both ends', async () => {
  await show();
  act(() => row(2)?.focus());
  const shift = (key: string) =>
    act(async () => void fireEvent.keyDown(row(2) as HTMLElement, { key, shiftKey: true }));
  await shift('ArrowDown');
  await shift('ArrowDown');
  expect(screen.getByRole('toolbar', { name: 'Selected words' })).toBeTruthy();
  await act(async () => screen.getByTestId('transcript-scroller').scrollTo({ top: 20_000 }));
  await eventually(() => expect(rendered()).toContain(560));
  expect(rendered().slice(0, 2)).toEqual([2, 3]);
  await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' }));
  expect(screen.queryByRole('toolbar', { name: 'Selected words' })).toBeNull();
});
