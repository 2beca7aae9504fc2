// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { File } from '../../data/file.ts';
import { useMediaUrl } from './use-media-url.ts';

const start = Date.parse('2026-11-17T10:00:00Z');
const minute = 60_000;

/** The file as a response of the API shows it: its link is valid for an hour. */
const fileAt = (url: string, signedAt: number) =>
  ({
    id: 'fil_1',
    status: 'ready',
    download_url: url,
    download_url_expires_at: new Date(signedAt + 60 * minute).toISOString(),
  }) as File;

describe('the link of a recording', () => {
  const client = new QueryClient();
  const refetch = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  let busy = false;
  beforeEach(() => {
    busy = false;
    vi.useFakeTimers({ now: start });
    refetch.mockClear();
  });
  afterEach(() => vi.useRealTimers());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const use = (file: File) =>
    renderHook(({ shown }) => useMediaUrl(shown, () => busy).url, { wrapper, initialProps: { shown: file } });
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

  it('stays the same while it works, although each response has another one', () => {
    const { result, rerender } = use(fileAt('a', start));
    rerender({ shown: fileAt('b', start) });
    wait(50 * minute);
    expect(result.current).toBe('a');
    expect(refetch).not.toHaveBeenCalled();
  });

  it('renews the link of a recording before it expires, but not while the recording plays', () => {
    busy = true;
    const { result, rerender } = use(fileAt('a', start));
    wait(59 * minute);
    expect(refetch).toHaveBeenCalled();
    rerender({ shown: fileAt('b', start + 59 * minute) });
    wait(minute);
    expect(result.current).toBe('a');
    busy = false;
    wait(minute);
    expect(result.current).toBe('b');
  });

  it('requests the link of a recording at most once a minute on a computer with a wrong clock', () => {
    const { rerender } = use(fileAt('a', start - 300 * minute));
    for (let i = 0; i < 50; i++) rerender({ shown: fileAt(`b${i}`, start - 300 * minute) });
    expect(refetch).toHaveBeenCalledTimes(1);
  });
});
