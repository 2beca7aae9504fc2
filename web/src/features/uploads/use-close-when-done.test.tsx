// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DescribedUpload } from './describe-queue.ts';
import { useCloseWhenDone } from './use-close-when-done.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const upload = (state: string, tone: string) => ({ item: { state }, status: { tone } }) as DescribedUpload;
const sent = upload('sent', 'done');

it.each([
  ['closes 6 seconds after all files have arrived', [sent, sent], false, 1],
  ['stays while a file is on its way', [sent, upload('sending', 'working')], false, 0],
  ['stays if the server could not process a file', [sent, upload('sent', 'failed')], false, 0],
  ['stays while the person looks into it', [sent, sent], true, 0],
])('%s', (_case, uploads, isOpened, calls) => {
  const close = vi.fn();
  renderHook(() => useCloseWhenDone(uploads, { isOpened, close }));
  act(() => void vi.advanceTimersByTime(5_900));
  expect(close).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(200));
  expect(close).toHaveBeenCalledTimes(calls);
});
