import { useEffect } from 'react';
import type { DescribedUpload } from './describe-queue.ts';

/** Time to read that all is done. */
const closeAfterMs = 6_000;

/** Closes the panel after all files have arrived. It stays if something failed, and while the person looks into it. */
export function useCloseWhenDone(
  uploads: readonly DescribedUpload[],
  { isOpened, close }: { isOpened: boolean; close(): void },
): void {
  const areAllSent = uploads.every(({ item, status }) => item.state === 'sent' && status.tone !== 'failed');
  const closesItself = uploads.length > 0 && areAllSent && !isOpened;
  useEffect(() => {
    if (!closesItself) return;
    const timer = setTimeout(close, closeAfterMs);
    return () => clearTimeout(timer);
  }, [closesItself, close]);
}
