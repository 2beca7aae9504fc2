import { Toast } from 'radix-ui';
import { useHeightVariable } from '../lib/use-height-variable.ts';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';
import type { ToastMessage } from './toast-message.ts';

export interface ToastListProps {
  messages: readonly (ToastMessage & { id: number })[];
  onClose(id: number): void;
}

/**
 * The message: at the lower left, as wide as the navigation and above its last entries. Below 1024 px it is a bar at the
 * bottom. The page ends above that bar (`--bottom-area` in styles.css), so that it covers no text and no player. At the
 * lower left, an action has a line of its own; without one, the button that closes the message is beside the text.
 */
export const ToastList = ({ messages, onClose }: ToastListProps) => (
  <Toast.Provider duration={10_000} swipeDirection="down">
    {messages.map(({ id, text, action }) => (
      <Toast.Root
        key={id}
        onOpenChange={(open) => !open && onClose(id)}
        className={`animate-appear flex min-h-14 items-center gap-x-2 bg-ink pt-2 pe-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] ps-4 text-sm text-paper lg:rounded-xl lg:ps-3 lg:shadow-xl ${action ? 'lg:flex-wrap' : ''}`}
      >
        <Toast.Description className={`min-w-0 flex-1 break-words ${action ? 'lg:basis-full' : ''}`}>
          {text}
        </Toast.Description>
        {action && (
          <Toast.Action asChild altText={action.label}>
            <button
              type="button"
              onClick={action.run}
              className="rounded-lg px-2 py-1.5 font-semibold underline lg:-ms-2 underline-offset-4 hover:no-underline focus-visible:outline-paper"
            >
              {action.label}
            </button>
          </Toast.Action>
        )}
        <Toast.Close asChild>
          <button
            type="button"
            aria-label={texts.dismiss}
            className="ms-auto flex size-8 items-center justify-center rounded-lg opacity-80 hover:opacity-100 focus-visible:outline-paper"
          >
            <Icon name="close" size={14} />
          </button>
        </Toast.Close>
      </Toast.Root>
    ))}
    <Toast.Viewport
      ref={useHeightVariable('--toast-height')}
      className="fixed inset-x-0 bottom-0 z-50 flex flex-col outline-none md:start-14 lg:start-2 lg:end-auto lg:bottom-24 lg:w-50"
    />
  </Toast.Provider>
);
