/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { textMax } from '../answers/draft.ts';
import type { Client } from '../api/client.ts';
import type { Question } from '../api/wire.ts';
import { scaleValues } from '../questions/scale-field.tsx';
import { joinSpoken } from '../speech/join-spoken.ts';
import { SpeechButton } from '../speech/speech-button.tsx';
import { useTexts } from '../texts/context.tsx';
import type { Texts } from '../texts/en.ts';
import { Icon } from '../ui/icon.tsx';
import type { Choice, Turn } from './conversation.ts';

type Reply = Omit<Turn, 'client_turn'>;

interface ComposerProps {
  client: Client;
  choice: Choice | null;
  busy: boolean;
  initial: string;
  /** Why the last request failed. */
  error: string;
  /** Whether a recording must become text or be discarded first. */
  isUndecided: boolean;
  onRecording(isOpen: boolean): void;
  unlessRecording(action: () => void): void;
  onRetry(): void;
  onDraft(text: string): void;
  /** Rejects if the message was not stored; the text then stays in the field. */
  onSend(reply: Reply): Promise<void>;
}

export function Composer(props: ComposerProps) {
  const { client, choice, busy, initial, error, isUndecided, onRetry, onDraft, onSend } = props;
  const { t } = useTexts();
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const failed = useRef<Reply | undefined>(undefined);
  const change = (next: string) => {
    setText(next);
    onDraft(next);
  };
  const send = (reply: Reply) => {
    if (busy || !reply.text.trim()) return;
    props.unlessRecording(() =>
      onSend(reply).then(
        () => {
          failed.current = undefined;
          change('');
        },
        () => {
          failed.current = reply;
        },
      ),
    );
  };
  const sendText = () => send({ text: text.trim() });
  const retry = () => {
    // What was typed may have been corrected since; what was picked is sent as it was.
    const isPicked = failed.current?.value !== undefined || failed.current?.option_ids !== undefined;
    if (failed.current && isPicked) send(failed.current);
    else if (failed.current && text.trim()) sendText();
    else onRetry();
  };

  useEffect(() => {
    if (!busy && matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true });
  }, [busy]);

  // Before the messages scroll, so that they know how much of the page is covered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change the height, and the observer reports it later.
  useLayoutEffect(() => {
    const element = form.current;
    const chat = element?.parentElement;
    if (!element || !chat) return;
    const measure = () => chat.style.setProperty('--composer-height', `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [choice, busy, error, isUndecided]);

  return (
    <form
      ref={form}
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        sendText();
      }}
    >
      <div class="trouble" role="status">
        {error && (
          <p class="banner banner-danger">
            {error}{' '}
            <button type="button" class="link" onClick={retry}>
              {t.retry}
            </button>
          </p>
        )}
      </div>
      <p class="error" role="alert">
        {isUndecided ? t.speakFirst : ''}
      </p>
      {choice && !busy && <Suggestions choice={choice} onPick={send} />}
      <div class="composer-field">
        <textarea
          ref={field}
          class="input"
          rows={2}
          dir="auto"
          maxLength={textMax}
          aria-label={t.chatInput}
          placeholder={t.chatInput}
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            // A new line needs Shift. While a Japanese word is composed, Enter only confirms the word.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            sendText();
          }}
        />
        <button
          type="submit"
          class="composer-send"
          aria-label={t.chatSend}
          aria-disabled={busy || !text.trim()}
        >
          <Icon name="send" />
        </button>
      </div>
      <SpeechButton
        client={client}
        onRecording={props.onRecording}
        onText={(spoken) => change(joinSpoken(text, spoken))}
        onClose={() => field.current?.focus()}
      />
    </form>
  );
}

/** Answers that can be picked instead of typed. A multiple choice is typed or told, as in a conversation. */
function suggestionsOf(choice: Choice, t: Texts): Reply[] {
  switch (choice.type) {
    case 'yes_no':
      return [
        { text: t.yes, value: true },
        { text: t.no, value: false },
      ];
    case 'rating':
    case 'nps':
      return scaleValues(choice as unknown as Question).map((value) => ({ text: String(value), value }));
    case 'single_choice':
      return choice.options.map(({ id, text }) => ({ text, option_ids: [id] }));
    default:
      return [];
  }
}

function Suggestions({ choice, onPick }: { choice: Choice; onPick(reply: Reply): void }) {
  const { t } = useTexts();
  const isMulti = choice.type === 'multi_choice' || choice.type === 'ranking';
  const [picked, setPicked] = useState<string[]>([]);
  if (!isMulti) {
    return (
      <div class="suggestions">
        {suggestionsOf(choice, t).map((reply) => (
          <button key={reply.text} type="button" class="suggestion" onClick={() => onPick(reply)}>
            <span dir="auto">{reply.text}</span>
          </button>
        ))}
      </div>
    );
  }
  // In a ranking, the order of picking is the order.
  const chosen =
    choice.type === 'ranking'
      ? picked
      : choice.options.map(({ id }) => id).filter((id) => picked.includes(id));
  const textOf = (id: string) => choice.options.find((option) => option.id === id)?.text ?? '';
  const isReady = choice.type === 'ranking' ? chosen.length === choice.options.length : chosen.length > 0;
  return (
    <div class="suggestions">
      {choice.options.map(({ id, text }) => (
        <button
          key={id}
          type="button"
          class="suggestion"
          aria-pressed={picked.includes(id)}
          onClick={() =>
            setPicked(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id])
          }
        >
          {choice.type === 'ranking' && picked.includes(id) && <b>{picked.indexOf(id) + 1}</b>}
          <span dir="auto">{text}</span>
        </button>
      ))}
      {isReady && (
        <button
          type="button"
          class="suggestion suggestion-send"
          onClick={() => onPick({ text: chosen.map(textOf).join(', '), option_ids: chosen })}
        >
          {t.chatSend}
        </button>
      )}
    </div>
  );
}
