import { Toast } from 'radix-ui';
import { Icon } from './icon.tsx';
import type { ToastMessage } from './toast-message.ts';

export interface ToastListProps {
  messages: readonly (ToastMessage & { id: number })[];
  onClose(id: number): void;
}

/** The messages at the bottom of the screen, above the player and the bar that says that the server can’t be reached. */
export const ToastList = ({ messages, onClose }: ToastListProps) => (
  <Toast.Provider duration={10_000} swipeDirection="down">
    {messages.map(({ id, text, action }) => (
      <Toast.Root
        key={id}
        onOpenChange={(open) => !open && onClose(id)}
        className="animate-appear flex items-center gap-2 rounded-xl bg-ink py-2 pr-2 pl-4 text-sm text-paper shadow-xl"
      >
        <Toast.Description className="min-w-0 flex-1">{text}</Toast.Description>
        {action && (
          <Toast.Action asChild altText={action.label}>
            <button
              type="button"
              onClick={action.run}
              className="rounded-lg px-3 py-1.5 font-semibold underline underline-offset-4 hover:no-underline focus-visible:outline-paper"
            >
              {action.label}
            </button>
          </Toast.Action>
        )}
        <Toast.Close asChild>
          <button
            type="button"
            aria-label="Dismiss"
            className="flex size-8 items-center justify-center rounded-lg opacity-80 hover:opacity-100 focus-visible:outline-paper"
          >
            <Icon name="close" size={14} />
          </button>
        </Toast.Close>
      </Toast.Root>
    ))}
    <Toast.Viewport className="fixed inset-x-4 bottom-[calc(4.25rem+env(safe-area-inset-bottom)+var(--player-bar-height,0px)+var(--offline-bar-height,0px))] z-50 mx-auto flex max-w-md flex-col gap-2 outline-none md:bottom-[calc(1rem+var(--player-bar-height,0px)+var(--offline-bar-height,0px))]" />
  </Toast.Provider>
);
