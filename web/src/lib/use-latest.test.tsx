// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { startTransition, use, useLayoutEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { useLatest } from './use-latest.ts';

it('useLatest has the value of the rendering that is shown while a later rendering waits for data', async () => {
  let resolve = () => {};
  const data = new Promise<void>((done) => {
    resolve = done;
  });
  const { result } = renderHook(() => {
    const [value, setValue] = useState('first');
    const latest = useLatest(value);
    if (value === 'second') use(data);
    return { latest, setValue };
  });
  const { latest, setValue } = result.current;
  await act(async () => startTransition(() => setValue('second')));
  expect(latest.current).toBe('first');
  await act(async () => resolve());
  expect(latest.current).toBe('second');
});

it('useLatest has the new value in layout effects', () => {
  const seen: number[] = [];
  const { rerender } = renderHook(
    (value: number) => {
      const latest = useLatest(value);
      useLayoutEffect(() => void seen.push(latest.current));
    },
    { initialProps: 1 },
  );
  rerender(2);
  expect(seen).toEqual([1, 2]);
});
