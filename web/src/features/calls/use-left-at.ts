import { useEffect, useRef, useState } from 'react';
import type { CallView } from '../../lib/call/call.ts';
import { formatTimecode } from '../../lib/format.ts';

/** When the participant left, on the clock of the call: "2:50". Undefined while the participant is there, or has not come. */
export function useLeftAt(view: CallView | undefined, startedAt: string | null): string | undefined {
  const isHere = view?.others.some(({ role }) => role === 'participant') ?? false;
  const wasHere = useRef(false);
  const [leftAt, setLeftAt] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time counts at which the participant leaves.
  useEffect(() => {
    if (isHere) setLeftAt(undefined);
    else if (wasHere.current && startedAt)
      setLeftAt(formatTimecode((Date.now() - Date.parse(startedAt)) / 1000));
    wasHere.current = isHere;
  }, [isHere]);
  return leftAt;
}
