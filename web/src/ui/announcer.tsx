import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Returns a function whose text screen readers read at once. */
export const useAnnounce = () => useContext(AnnounceContext);

export function Announcer({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState({ text: '', turn: 0 });
  const announce = useCallback((text: string) => setMessage(({ turn }) => ({ text, turn: turn + 1 })), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div aria-live="assertive" className="sr-only">
        {/* A new element, so that the same text is read again. */}
        <span key={message.turn}>{message.text}</span>
      </div>
    </AnnounceContext>
  );
}
