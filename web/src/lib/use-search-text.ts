import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * The text of a search field whose value is in the address. The address follows after a pause in typing; the field follows
 * when something else changes the address, such as Back.
 */
export function useSearchText(
  inAddress: string,
  onSettled: (text: string) => void,
  delayMs = 250,
): [string, (text: string) => void] {
  const [text, setText] = useState(inAddress);
  const sent = useRef(inAddress);
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (inAddress === sent.current) return;
    sent.current = inAddress;
    setText(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      settle(text);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return [text, setText];
}
