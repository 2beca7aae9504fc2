import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

/** The names under which the browser stores the open uploads of a user: see uploads/storage.ts. */
export const uploadKeyPrefix = (userId: string): string => `parley.upload.${userId}.`;

let queueIsUsed = false;
const listeners = new Set<() => void>();

/** For the queue, when it contains an upload for the first time. */
export function reportUploads(): void {
  if (queueIsUsed) return;
  queueIsUsed = true;
  for (const listener of listeners) listener();
}

/**
 * Whether the queue of this page was used, or the browser has stored uploads that were interrupted. The queue is in a script
 * that loads only then, so this file must not import it.
 */
export function useHasUploads(userId: string): boolean {
  const isUsed = useSyncExternalStore(subscribe, () => queueIsUsed);
  const hasStored = useMemo(() => hasStoredUploads(userId), [userId]);
  return isUsed || hasStored;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const hasStoredUploads = (userId: string): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith(uploadKeyPrefix(userId)));

/** Whether files were dragged over the window since the page was opened. */
export function useFilesDragged(): boolean {
  const [wereDragged, setDragged] = useState(false);
  useEffect(() => {
    if (wereDragged) return;
    const onDragEnter = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer?.types.includes('Files')) setDragged(true);
    };
    window.addEventListener('dragenter', onDragEnter);
    return () => window.removeEventListener('dragenter', onDragEnter);
  }, [wereDragged]);
  return wereDragged;
}
