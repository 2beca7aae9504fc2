import { useSyncExternalStore } from 'react';

/** A panel over every page, which any component can open: the command palette or the sheet of shortcuts. */
export type Layer = 'palette' | 'shortcuts';

let open: Layer | undefined;
const listeners = new Set<() => void>();

export function openLayer(layer: Layer | undefined): void {
  open = layer;
  for (const listener of listeners) listener();
}

export const useOpenLayer = (): Layer | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
