import { useSyncExternalStore } from 'react';
import { useMediaQuery } from './use-media-query.ts';

/** The panel that asks beside the pages of a project. It outlives the page, so its state is outside of React. */
export interface AskPanelState {
  isOpen: boolean;
  /** The project of the chat. */
  projectId: string | undefined;
  chatId: string | undefined;
}

let state: AskPanelState = { isOpen: false, projectId: undefined, chatId: undefined };
let opener: Element | null = null;
const listeners = new Set<() => void>();

function setState(change: Partial<AskPanelState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

const useAskPanelState = (): AskPanelState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

/** Whether the panel of a project is open, and its chat. */
export function useAskPanel(projectId: string): Pick<AskPanelState, 'isOpen' | 'chatId'> {
  const current = useAskPanelState();
  return current.projectId === projectId ? current : { isOpen: false, chatId: undefined };
}

/** Remembers which element has the focus, for the time when the panel is closed. */
export function openAskPanel(projectId: string): void {
  opener = document.activeElement;
  setState({ isOpen: true, projectId, ...(projectId === state.projectId ? {} : { chatId: undefined }) });
}

export const showInAskPanel = (chatId: string | undefined): void => setState({ chatId });

export function closeAskPanel(): void {
  if (state.isOpen) setState({ isOpen: false });
}

/** The focus goes to where it was before the panel, or to the button that opens it if the page is another one. */
export function leaveAskPanel(): void {
  const isShown = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  const target = isShown ? opener : document.querySelector('[data-ask-button]');
  opener = null;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** From this width on, the panel is beside the page. On narrower screens it is over the page. */
export const useHasRoomForPanel = (): boolean => useMediaQuery('(min-width: 1280px)');

/** Whether the panel is beside the page, so that it takes the place of the page's right column. */
export function useIsAskBeside(): boolean {
  const hasRoom = useHasRoomForPanel();
  return useAskPanelState().isOpen && hasRoom;
}
