import { useCallback, useRef, useState } from 'preact/hooks';

/**
 * A recording is never lost silently: the participant turns it into text or discards it before the page goes on.
 * `isUndecided` is true after the participant tried to go on without deciding.
 */
export function useOpenRecording() {
  const isOpen = useRef(false);
  const [isUndecided, setUndecided] = useState(false);
  const onRecording = useCallback((next: boolean) => {
    isOpen.current = next;
    setUndecided(false);
  }, []);
  /** Runs the action, or leads to the recorder if there is a recording. */
  const unlessRecording = (action: () => void) => {
    setUndecided(isOpen.current);
    if (!isOpen.current) return action();
    document.querySelector<HTMLElement>('.speech [data-next]')?.focus();
  };
  return { isUndecided, onRecording, unlessRecording };
}
