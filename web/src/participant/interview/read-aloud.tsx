/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../texts/context.tsx';
import type { Message } from './conversation.ts';

/** Reads each new message of the moderator with the browser's own voice, if the participant wants it. */
export function ReadAloud({ message, language }: { message: Message | undefined; language: string }) {
  const { t } = useTexts();
  const [isOn, setOn] = useState(false);
  const text = message?.text;
  useEffect(() => {
    if (!isOn || !text) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = language;
    speechSynthesis.speak(utterance);
    return () => speechSynthesis.cancel();
  }, [isOn, text, language]);
  if (!('speechSynthesis' in window)) return null;
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      {t.chatReadAloud}
    </label>
  );
}
