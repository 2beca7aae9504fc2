import { useEffect, useRef } from 'preact/hooks';
import type { Question } from '../api/wire.ts';
import { useLatest } from '../ui/use-latest.ts';

/** Time to see the choice, and to correct it. */
const delayMs = 600;

/** One click answers these. In the long list of a screener, a wrong click could exclude the participant. */
export const canContinueAutomatically = ({ type, in_screener: inScreener }: Question): boolean =>
  type === 'yes_no' || (type === 'single_choice' && !inScreener);

/**
 * Continues after an option was picked with the pointer. The keyboard only moves the choice: its arrows pick each option
 * on the way. Returns the handlers of the form.
 */
export function useAutomaticContinue(isOn: boolean, onContinue: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPointer = useRef(false);
  const latest = useLatest(onContinue);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const use = (next: boolean) => () => {
    isPointer.current = next;
    stop();
  };
  return {
    onPointerDown: use(true),
    onKeyDown: use(false),
    onClick(event: MouseEvent) {
      const isOption = event.target instanceof Element && event.target.closest('.option') !== null;
      if (!isOn || !isPointer.current || !isOption) return;
      stop();
      timer.current = setTimeout(() => latest.current(), delayMs);
    },
  };
}
