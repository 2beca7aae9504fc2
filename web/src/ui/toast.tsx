import { Toast } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

interface Message {
  text: string;
  action?: { label: string; run(): void };
}

const ToastContext = createContext<(message: Message) => void>(() => {});

/** Returns a function that shows a message, optionally with an action such as "Undo". */
export const useToast = () => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<(Message & { id: number })[]>([]);
  const nextId = useRef(1);
  const show = useCallback((message: Message) => {
    const id = nextId.current++;
    // At most three at a time.
    setMessages((all) => [...all.slice(-2), { ...message, id }]);
  }, []);
  const remove = useCallback(
    (id: number) => setMessages((all) => all.filter((message) => message.id !== id)),
    [],
  );

  return (
    <ToastContext value={show}>
      <Toast.Provider duration={10_000} swipeDirection="down">
        {children}
        {messages.map(({ id, text, action }) => (
          <Toast.Root
            key={id}
            onOpenChange={(open) => !open && remove(id)}
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
        <Toast.Viewport className="fixed inset-x-4 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-50 mx-auto flex max-w-md flex-col gap-2 outline-none md:bottom-4" />
      </Toast.Provider>
    </ToastContext>
  );
}
