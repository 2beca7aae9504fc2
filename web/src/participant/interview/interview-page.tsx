/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Store } from '../answers/storage.ts';
import { createDrafts } from '../answers/storage.ts';
import { type Client, isLinkRefusal, Refusal } from '../api/client.ts';
import type { ResponseState, Visit } from '../api/wire.ts';
import { useOpenRecording } from '../speech/use-open-recording.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Frame, Title } from '../ui/frame.tsx';
import { useExclusive } from '../ui/use-exclusive.ts';
import { Composer } from './composer.tsx';
import {
  type Conversation,
  interviewCalls,
  type Message,
  type Turn,
  withoutOptions,
} from './conversation.ts';
import { Messages } from './messages.tsx';
import { ReadAloud } from './read-aloud.tsx';
import './interview.css';

export interface InterviewPageProps {
  client: Client;
  store: Store;
  visit: Visit;
  response: ResponseState;
  actions: ComponentChildren;
  /** After the last message, there is nothing to continue. */
  endedActions: ComponentChildren;
  onReload(): Promise<void>;
  onFinished(redirectUrl: string | null): void;
}

const pollMs = 1_000;
/** Time to read the last message before the page says thanks. */
const farewellMs = 4_000;

/** A written conversation with the AI moderator. */
export function InterviewPage({
  client,
  store,
  visit,
  response,
  actions,
  endedActions,
  onReload,
  onFinished,
}: InterviewPageProps) {
  const { t, language } = useTexts();
  const calls = useMemo(() => interviewCalls(client), [client]);
  const drafts = useMemo(() => createDrafts<string>(store, response.id), [store, response.id]);
  const [conversation, setConversation] = useState<Conversation>();
  const [sending, setSending] = useState('');
  const [error, setError] = useState('');
  const [isEnding, setEnding] = useState(false);
  /** The server refused a request of this page because the interview has ended, for example by the researcher. */
  const [hasEndedElsewhere, setEndedElsewhere] = useState(false);
  /** Messages whose options were shown as buttons, by number. They stay short, so that no text moves afterwards. */
  const shortened = useRef(new Map<number, Message>());
  const { busy, run } = useExclusive();
  const { isUndecided, onRecording, unlessRecording } = useOpenRecording();

  const refuse = useCallback(
    async (failure: unknown) => {
      // Another tab answered first, or the interview has ended: show what was said, and leave the text in the field.
      const isLate =
        failure instanceof Refusal && failure.details.some(({ field }) => field === 'client_turn');
      const latest = isLate || isLinkRefusal(failure) ? await calls.read().catch(() => undefined) : undefined;
      if (latest) setConversation(latest);
      if (latest?.status === 'ended') return setEndedElsewhere(true);
      if (!isLinkRefusal(failure)) return setError(t.chatFailed);
      // A paused study or a revoked link then has another page.
      await onReload();
      setEndedElsewhere(true);
    },
    [calls, onReload, t],
  );
  const start = useCallback(() => {
    setError('');
    calls.start().then(setConversation, refuse);
  }, [calls, refuse]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the conversation starts once, not for each language.
  useEffect(start, [calls]);

  useEffect(() => {
    if (!conversation?.waiting) return;
    const timer = setTimeout(() => void calls.read().then(setConversation, refuse), pollMs);
    return () => clearTimeout(timer);
  }, [conversation, calls, refuse]);
  useEffect(() => {
    if (conversation?.status !== 'ended' || hasEndedElsewhere) return;
    const timer = setTimeout(() => onFinished(conversation.redirect_url), farewellMs);
    return () => clearTimeout(timer);
  }, [conversation, hasEndedElsewhere, onFinished]);

  const send = async (answer: Omit<Turn, 'client_turn'>) => {
    const isSent = await run(async () => {
      if (!conversation) return;
      setError('');
      setSending(answer.text);
      try {
        setConversation(await calls.send({ ...answer, client_turn: conversation.next_client_turn }));
        drafts.remove('chat');
      } catch (failure) {
        await refuse(failure);
        throw failure;
      } finally {
        setSending('');
      }
    });
    if (!isSent) throw new Error('A message is already being sent.');
  };
  const end = () =>
    run(async () => {
      try {
        onFinished((await calls.end()).redirect_url);
      } catch (failure) {
        await refuse(failure);
      } finally {
        setEnding(false);
      }
    });

  const isOpen = conversation?.status === 'in_progress' && !hasEndedElsewhere;
  const hasEnded = conversation?.status === 'ended' || hasEndedElsewhere;
  const last = conversation?.messages.findLast(({ role }) => role === 'moderator');
  if (last && conversation?.choice)
    shortened.current.set(last.number, withoutOptions(last, conversation.choice));
  const shown = (conversation?.messages ?? []).map(
    (message) => shortened.current.get(message.number) ?? message,
  );
  return (
    <Frame
      researcher={visit.test.researcher}
      aside={
        hasEnded ? undefined : (
          <Button variant="bare" onClick={() => unlessRecording(() => setEnding(true))}>
            {t.chatEnd}
          </Button>
        )
      }
      progress={conversation?.progress}
      actions={hasEnded ? endedActions : actions}
    >
      <div class="chat">
        <Title page="interview" small>
          {visit.test.title}
        </Title>
        <div class="chat-note">
          <p class="hint">{t.chatNote}</p>
          <ReadAloud message={last} language={language} />
        </div>
        <Messages
          messages={shown}
          sending={sending}
          isThinking={!hasEndedElsewhere && (!conversation || busy || conversation.waiting)}
        />
        {!isOpen && !hasEndedElsewhere && (
          <div role="status">
            {error && (
              <p class="banner banner-danger">
                {error}{' '}
                <button type="button" class="link" onClick={start}>
                  {t.retry}
                </button>
              </p>
            )}
          </div>
        )}
        {hasEndedElsewhere && (
          <div class="composer">
            <p class="banner" role="alert">
              {t.chatEnded}
            </p>
            {conversation?.status === 'ended' && (
              <Button variant="primary" onClick={() => onFinished(conversation.redirect_url)}>
                {t.next}
              </Button>
            )}
          </div>
        )}
        {isOpen && (
          <Composer
            client={client}
            choice={conversation.choice}
            busy={busy || conversation.waiting}
            initial={drafts.find('chat') ?? ''}
            error={isUndecided ? '' : error}
            isUndecided={isUndecided}
            onRecording={onRecording}
            unlessRecording={unlessRecording}
            onRetry={start}
            onDraft={(text) => drafts.set('chat', text)}
            onSend={send}
          />
        )}
      </div>
      {isEnding && !hasEnded && (
        <Dialog title={t.chatEndTitle} onClose={() => setEnding(false)}>
          <p>{t.chatEndText}</p>
          <div class="dialog-actions">
            <Button onClick={() => setEnding(false)}>{t.cancel}</Button>
            <Button variant="primary" busy={busy} onClick={() => void end()}>
              {t.chatEnd}
            </Button>
          </div>
        </Dialog>
      )}
    </Frame>
  );
}
