/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../texts/context.tsx';
import type { Message } from './conversation.ts';

interface MessagesProps {
  messages: Message[];
  /** The participant's message that is on its way. */
  sending: string;
  isThinking: boolean;
}

/** The conversation so far. As a log, screen readers announce new messages. */
export function Messages({ messages, sending, isThinking }: MessagesProps) {
  const { t } = useTexts();
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length + (sending ? 1 : 0);
  useEffect(() => {
    // When the moderator stops writing, the answers to pick appear and cover more of the page.
    if (count > 0 && !isThinking) end.current?.scrollIntoView({ block: 'nearest' });
  }, [count, isThinking]);
  return (
    <>
      <div class="messages" role="log" aria-label={t.interview}>
        {messages.map(({ number, role, text }) => (
          <Bubble key={number} author={role} text={text} />
        ))}
        {sending && <Bubble author="participant" text={sending} />}
      </div>
      <p class="thinking" role="status">
        {isThinking && (
          <>
            <span class="visually-hidden">{t.chatThinking}</span>
            <span class="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
          </>
        )}
      </p>
      <div ref={end} class="messages-end" />
    </>
  );
}

function Bubble({ author, text }: { author: Message['role']; text: string }) {
  const { t } = useTexts();
  return (
    <p class={`bubble bubble-${author}`}>
      <span class="visually-hidden">{author === 'moderator' ? t.chatModerator : t.chatYou}: </span>
      <span class="bubble-text" dir="auto">
        {text}
      </span>
    </p>
  );
}
