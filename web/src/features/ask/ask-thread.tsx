import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type AskScope, chatsQuery, wholeProject } from '../../data/chats.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { tagsQuery } from '../../data/tags.ts';
import { workspaceQuery } from '../../data/workspace.ts';
import { ApiError, errorMessage, isNotFound } from '../../lib/errors.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { partsOf } from './answer-parts.ts';
import { Composer } from './composer.tsx';
import { ExchangeView } from './exchange-block.tsx';
import { usePassageKeys } from './passages.ts';
import { isWhole } from './scope-options.ts';
import { texts } from './texts.ts';
import { useStickToEnd } from './use-stick-to-end.ts';
import { useThread } from './use-thread.ts';

interface AskThreadProps {
  projectId: string;
  chatId: string | undefined;
  /** Asked at once, for example from the palette. */
  firstQuestion: string | undefined;
  /** The file beside the panel, to which questions are limited at first. */
  ownFile?: string | undefined;
  narrow: boolean;
  onChat(chatId: string): void;
}

/** Questions, answers and the input. */
export function AskThread(props: AskThreadProps) {
  const { projectId, chatId, firstQuestion, ownFile, narrow, onChat } = props;
  const mayWrite = canWrite(useMe());
  const hasModel = useHasModel();
  const { exchanges, messages, isBusy, isReconnecting, ask, error, clearError, stop } = useThread(
    projectId,
    chatId,
  );
  const [text, setText] = useState('');
  const [scope, setScope] = useState<AskScope>(
    ownFile ? { ...wholeProject, files: [ownFile] } : wholeProject,
  );
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const last = exchanges.at(-1);
  useStickToEnd(scroller, last?.id);
  const passages = usePassageKeys(
    exchanges.flatMap(({ id, answer, progress }) => {
      const source = answer ?? progress;
      return (
        (source && partsOf(source, { projectId, ownerId: id })?.claims.flatMap(({ moments }) => moments)) ??
        []
      );
    }),
  );
  useShortcuts([
    ...(isBusy ? [{ keys: 'Escape', label: texts.keys.stop, group: texts.group, run: stop }] : []),
    { keys: 'i', label: texts.keys.focus, group: texts.group, run: () => inputRef.current?.focus() },
  ]);

  const handleAsk = async (question: string) => {
    setText('');
    clearError();
    const asked = await ask(question, scope);
    if (asked === undefined) setText((current) => current || question);
    else if (asked !== chatId) onChat(asked);
  };
  const asksAtOnce = useRef(false);
  useEffect(() => {
    if (!firstQuestion || asksAtOnce.current || !mayWrite) return;
    asksAtOnce.current = true;
    void handleAsk(firstQuestion);
  });

  if (messages.isError && isNotFound(messages.error))
    return (
      <EmptyState
        title={texts.gone}
        action={
          <Link
            to="/projects/$projectId/ask"
            params={{ projectId }}
            className="font-medium text-accent underline underline-offset-4"
          >
            {texts.newChat}
          </Link>
        }
      >
        {texts.goneLead}
      </EmptyState>
    );
  const isNothingToRead = error instanceof ApiError && error.status === 422 && isWhole(scope);
  const column = narrow ? 'px-4' : 'mx-auto w-full max-w-3xl px-4 sm:px-6';
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <section ref={scroller} aria-label={texts.conversation} className="min-h-0 flex-1 overflow-y-auto">
        <div className={`${column} py-3`}>
          {messages.isError && <ErrorNotice error={messages.error} onRetry={() => void messages.refetch()} />}
          {chatId !== undefined && messages.isPending && <Skeleton label={texts.loading} rows={6} />}
          {messages.hasNextPage && (
            <Button busy={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
              {texts.olderMessages}
            </Button>
          )}
          {exchanges.map((exchange) => (
            <ExchangeView
              key={exchange.jobId ?? exchange.id}
              projectId={projectId}
              exchange={exchange}
              passages={passages}
              isLast={exchange === last}
              isReconnecting={isReconnecting}
              mayWrite={mayWrite}
              narrow={narrow}
              onAsk={(question) => void handleAsk(question)}
            />
          ))}
          {isNothingToRead && exchanges.length === 0 ? (
            <NothingToRead projectId={projectId} />
          ) : (
            chatId === undefined &&
            exchanges.length === 0 && (
              <Start
                projectId={projectId}
                hasModel={hasModel}
                mayWrite={mayWrite}
                onAsk={(question) => void handleAsk(question)}
              />
            )
          )}
        </div>
      </section>
      <div className={`${column} pt-1 pb-3`}>
        {error && !isNothingToRead && (
          <p role="alert" className="pb-2 text-sm text-danger">
            {error instanceof ApiError && error.status === 422 && !isWhole(scope) && !isTooLongFor(error)
              ? texts.notInScope
              : texts.notAsked(errorMessage(error))}
          </p>
        )}
        {!hasModel && <WithoutModel />}
        {mayWrite ? (
          <Composer
            projectId={projectId}
            inputRef={inputRef}
            text={text}
            onText={setText}
            scope={scope}
            onScope={setScope}
            ownFile={ownFile}
            lastQuestion={last?.question}
            hasModel={hasModel}
            isRunning={isBusy}
            narrow={narrow}
            onAsk={(question) => void handleAsk(question)}
            onStop={stop}
          />
        ) : (
          <p className="text-sm text-soft">{texts.viewersRead}</p>
        )}
      </div>
    </div>
  );
}

const isTooLongFor = (error: ApiError) => error.details.some(({ field }) => field === 'message');

/** Whether a language model writes the answers; without one the page finds passages. */
export const useHasModel = (): boolean => {
  const provider = useQuery(workspaceQuery).data?.ai.provider;
  return provider === undefined || provider !== 'embedded';
};

const WithoutModel = () => (
  <p className="pb-2 text-sm text-soft">
    {texts.withoutModel}{' '}
    <a href="/docs/guides/chat" className="underline underline-offset-4 hover:text-ink">
      {texts.howToConnect}
    </a>
  </p>
);

const NothingToRead = ({ projectId }: { projectId: string }) => (
  <EmptyState
    title={texts.noMaterial}
    action={
      <Link
        to="/projects/$projectId/files"
        params={{ projectId }}
        className="font-medium text-accent underline underline-offset-4"
      >
        {texts.addFiles}
      </Link>
    }
  >
    {texts.noMaterialLead}
  </EmptyState>
);

const suggestionsShown = 3;

interface StartProps {
  projectId: string;
  hasModel: boolean;
  mayWrite: boolean;
  onAsk(question: string): void;
}

/** The empty page: what the most used tags suggest to ask. */
function Start({ projectId, hasModel, mayWrite, onAsk }: StartProps) {
  const { data: tags = [] } = useQuery(tagsQuery(projectId));
  const { data: chats } = useInfiniteQuery(chatsQuery(projectId));
  const asked = new Set(chats?.pages.flatMap(({ data }) => data.map(({ title }) => title)));
  const suggestions = [
    ...tags
      .filter(({ usage_count }) => usage_count > 0)
      .sort((a, b) => b.usage_count - a.usage_count)
      .map(({ name }) => texts.suggestion(name)),
    ...texts.generalSuggestions,
  ]
    .filter((question) => !asked.has(question))
    .slice(0, suggestionsShown);
  return (
    <div className="mx-auto max-w-xl py-16 text-center">
      <p className="font-serif text-2xl tracking-tight">
        {hasModel ? texts.emptyTitle : texts.emptyTitleWithoutModel}
      </p>
      <p className="mt-2 text-soft">{texts.emptyLead}</p>
      {mayWrite && (
        <div className="mt-6 flex flex-col gap-2">
          {suggestions.map((question) => (
            <Button
              key={question}
              onClick={() => onAsk(question)}
              className="h-auto min-h-10 justify-start py-1.5 text-start whitespace-normal"
            >
              {question}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
