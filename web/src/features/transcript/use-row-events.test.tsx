// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { Segment, Transcript } from '../../data/transcript.ts';
import { type TranscriptContext, TranscriptProvider } from './context.ts';
import { listOf } from './model/selection.ts';
import { createPlayback } from './playback.ts';
import { useRowEvents } from './use-row-events.ts';

const segment = { id: 'seg_1', text: 'One.', start_seconds: 7, page: null } as Segment;
const onAction = vi.fn();

function setUp(change: Partial<TranscriptContext> = {}) {
  const input = () => ({ seek: vi.fn(), edit: vi.fn(), openSpeaker: vi.fn(), openHighlights: vi.fn() });
  const first = input();
  const { result, rerender } = renderHook(useRowEvents, {
    initialProps: first,
    wrapper: ({ children }: { children: ReactNode }) => (
      <TranscriptProvider
        value={{
          projectId: 'prj_1',
          fileId: 'fil_1',
          fileName: 'Talk',
          transcript: { time_basis: 'media' } as Transcript,
          list: listOf([segment]),
          playback: createPlayback(),
          hasRecording: true,
          editable: true,
          wordsOf: () => undefined,
          onAction,
          ...change,
        }}
      >
        {children}
      </TranscriptProvider>
    ),
  });
  return { result, rerender, first, input };
}

it('returns the same functions after each rendering, and they call what the last one passed', () => {
  const { result, rerender, first, input } = setUp();
  const events = result.current;
  const second = input();
  rerender(second);
  expect(result.current).toBe(events);
  events.onEdit(0);
  expect(first.edit).not.toHaveBeenCalled();
  expect(second.edit).toHaveBeenCalledWith(0);
  events.onTime(0);
  expect(second.seek).toHaveBeenCalledWith(7, true);
  events.onSpeaker(0, document.body);
  expect(second.openSpeaker).toHaveBeenCalledWith('seg_1', document.body);
});

it('opens the page of a document instead of playing', () => {
  const { result, first } = setUp({
    transcript: { time_basis: 'estimated' } as Transcript,
    list: listOf([{ ...segment, page: 3 }]),
  });
  result.current.onTime(0);
  expect(onAction).toHaveBeenCalledWith({ type: 'page-opened', page: 3 });
  expect(first.seek).not.toHaveBeenCalled();
});

it('ignores a row that was removed in the meantime', () => {
  const { result, first } = setUp();
  result.current.onTime(1);
  result.current.onSpeaker(1, document.body);
  expect(first.seek).not.toHaveBeenCalled();
  expect(first.openSpeaker).not.toHaveBeenCalled();
});
