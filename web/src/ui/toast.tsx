import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useIdle } from '../lib/use-idle.ts';
import type { ToastListProps } from './toast-list.tsx';
import type { ToastMessage } from './toast-message.ts';

const ToastContext = createContext<(message: ToastMessage) => () => void>(() => () => {});

/** Returns a function that shows a message, optionally with an action such as "Undo". That function returns one that removes the message. */
export const useToast = () => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<(ToastMessage & { id: number })[]>([]);
  const nextId = useRef(1);
  const remove = useCallback(
    (id: number) => setMessages((all) => all.filter((message) => message.id !== id)),
    [],
  );
  const show = useCallback(
    (message: ToastMessage) => {
      const id = nextId.current++;
      // One at a time: the last one is what the user just did.
      setMessages([{ ...message, id }]);
      return () => remove(id);
    },
    [remove],
  );

  const ToastList = useToastList(messages.length > 0);

  return (
    <ToastContext value={show}>
      {children}
      {ToastList && <ToastList messages={messages} onClose={remove} />}
    </ToastContext>
  );
}

/** Loads after the page. If the server could not be reached then, the next message tries again. */
function useToastList(isNeeded: boolean): ComponentType<ToastListProps> | undefined {
  const [list, setList] = useState<{ component: ComponentType<ToastListProps> }>();
  const isIdle = useIdle();
  useEffect(() => {
    if (list || !(isIdle || isNeeded)) return;
    import('./toast-list.tsx').then(
      ({ ToastList }) => setList({ component: ToastList }),
      () => {},
    );
  }, [list, isIdle, isNeeded]);
  return list?.component;
}
