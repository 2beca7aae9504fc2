import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
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
  /** The file that the page shows. Questions in the panel are limited to it at first. */
  ownFile?: string | undefined;
  /** In the panel. */
  panel?: PanelThread | undefined;
  onChat(chatId: string): void;
}

/** What the panel does differently from the page. */
export interface PanelThread {
  /** A selector of the panel: the keys work in it only. */
  within: string;
  /** What was typed before, when the panel opens again. */
  draft: RefObject<string>;
  /** How to stop the answer that is being written; undefined if there is none. */
  stop: RefObject<(() => void) | undefined>;
  /** Starts another chat. */
  onNew(): void;
}

/** Questions, answers and the input. */
export function AskThread(props: AskThreadProps) {
  const { projectId, chatId, firstQuestion, ownFile, panel, onChat } = props;
  const narrow = panel !== undefined;
  const mayWrite = canWrite(useMe());
  const hasModel = useHasModel();
  const { exchanges, messages, isBusy, isReconnecting, ask, error, clearError, stop } = useThread(
    projectId,
    chatId,
  );
  const [text, setText] = useState(panel?.draft.current ?? '');
  const [scope, setScope] = useScope(ownFile);
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
    panel?.within,
  );
  const where = panel ? { within: panel.within, inDialogs: true } : {};
  useShortcuts([
    // Escape in the panel is the panel's: it stops, goes back or closes.
    ...(isBusy && !panel ? [{ keys: 'Escape', label: texts.keys.stop, group: texts.group, run: stop }] : []),
    {
      keys: 'i',
      label: texts.keys.focus,
      group: texts.group,
      run: () => inputRef.current?.focus(),
      ...where,
    },
  ]);
  useEffect(() => {
    if (!panel) return;
    panel.draft.current = text;
    panel.stop.current = isBusy ? stop : undefined;
  });

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
          panel ? (
            <Button onClick={panel.onNew}>{texts.newChat}</Button>
          ) : (
            <Link
              to="/projects/$projectId/ask"
              params={{ projectId }}
              className="font-medium text-accent underline underline-offset-4"
            >
              {texts.newChat}
            </Link>
          )
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
              ownFile={ownFile}
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
                narrow={narrow}
                onAsk={(question) => void handleAsk(question)}
              />
            )
          )}
        </div>
      </section>
      <div className={`${column} ${narrow ? 'border-t border-line pt-2.5' : 'pt-1'} pb-3`}>
        {error && !isNothingToRead && (
          <p role="alert" className="pb-2 text-sm text-danger">
            {error instanceof ApiError && error.status === 422 && !isWhole(scope) && !isTooLongFor(error)
              ? texts.notInScope
              : texts.notAsked(errorMessage(error))}
          </p>
        )}
        {!hasModel && !(narrow && exchanges.length > 0) && <WithoutModel />}
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

/**
 * The scope of the next question. Beside a file it is this file, and another one when the page changes, until someone chooses a scope;
 * a file that was removed stays removed.
 */
function useScope(ownFile: string | undefined): [AskScope, (scope: AskScope) => void] {
  const [chosen, setChosen] = useState<AskScope>();
  return [chosen ?? (ownFile ? { ...wholeProject, files: [ownFile] } : wholeProject), setChosen];
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
  narrow: boolean;
  onAsk(question: string): void;
}

/** The empty page: what the most used tags suggest to ask. */
function Start({ projectId, hasModel, mayWrite, narrow, onAsk }: StartProps) {
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
    <div className={`mx-auto max-w-xl text-center ${narrow ? 'py-10' : 'py-16'}`}>
      <p className={`font-serif tracking-tight ${narrow ? 'text-xl' : 'text-2xl'}`}>
        {hasModel ? texts.emptyTitle : texts.emptyTitleWithoutModel}
      </p>
      <p className="mt-2 text-soft">{texts.emptyLead}</p>
      {mayWrite && (
        <div className="mt-6 flex flex-col gap-2">
          {suggestions.map((question) => (
            <Button
              key={question}
              onClick={() => onAsk(question)}
              className="h-auto min-h-10 pointer-coarse:min-h-11 justify-start py-1.5 text-start whitespace-normal!"
            >
              {question}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
