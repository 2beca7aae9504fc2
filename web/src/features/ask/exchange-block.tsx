import { LoaderCircle } from 'lucide-react';
import { language } from '../../texts/language.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerView } from './answer-block.tsx';
import type { Exchange } from './exchanges.ts';
import type { Passages } from './passages.ts';
import { scopeKinds } from './scope-options.ts';
import { texts } from './texts.ts';

const clockOf = (at: string) =>
  new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });

const isOnly = (ids: readonly string[], id: string | undefined) => ids.length === 1 && ids[0] === id;

interface ExchangeViewProps {
  projectId: string;
  exchange: Exchange;
  passages: Passages;
  isLast: boolean;
  isReconnecting: boolean;
  mayWrite: boolean;
  narrow: boolean;
  ownFile: string | undefined;
  onAsk(question: string): void;
}

/** A question and its answer, or how far the answer is. */
export function ExchangeView(props: ExchangeViewProps) {
  const { projectId, exchange, passages, isLast, isReconnecting, mayWrite, narrow, ownFile, onAsk } = props;
  const { id, question, askedAt, scope, answer, progress, failure } = exchange;
  const isRunning = !answer && !failure;
  const limits = scopeKinds.filter((kind) => scope[kind].length > 0);
  return (
    <article
      aria-busy={isRunning || undefined}
      className="space-y-3 border-t border-line py-6 first:border-t-0 first:pt-2"
    >
      <header className="flex items-baseline justify-between gap-4">
        <h2
          dir="auto"
          className={`line-clamp-6 min-w-0 font-serif tracking-tight wrap-anywhere ${narrow ? 'text-[21px] leading-7' : 'text-xl'}`}
        >
          {question}
        </h2>
        {askedAt !== '' && !narrow && (
          <time dateTime={askedAt} className="shrink-0 text-sm text-soft tabular-nums">
            {clockOf(askedAt)}
          </time>
        )}
      </header>
      {limits.length > 0 && (
        <p className="text-sm text-soft">
          {texts.limitedTo(
            isOnly(scope.files, ownFile) && limits.length === 1
              ? texts.inThisFile
              : limits.map((kind) => texts.chosen[kind](scope[kind].length)).join(', '),
          )}
        </p>
      )}
      <AnswerView
        projectId={projectId}
        ownerId={id}
        answer={answer}
        progress={progress}
        passages={passages}
        narrow={narrow}
        ownFile={ownFile}
      />
      {isRunning && (
        <p role="status" className="flex items-center gap-2 text-sm text-soft">
          <LoaderCircle size={14} aria-hidden="true" className="animate-spin motion-reduce:animate-none" />
          {isReconnecting
            ? texts.reconnecting
            : progress
              ? texts.found(progress.passages_found, progress.files_found, progress.outline.passage_count)
              : texts.searching}
        </p>
      )}
      {answer?.stopped && <p className="text-sm text-soft">{texts.stopped}</p>}
      {failure && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="text-soft">
            {failure.code === 'stopped' || failure.code === 'canceled'
              ? texts.noAnswerStored
              : texts.failed(failure.message ?? texts.failedWithoutReason)}
          </p>
          {mayWrite && <Button onClick={() => onAsk(question)}>{texts.askAgain}</Button>}
        </div>
      )}
      {answer && (
        <AnswerActions
          projectId={projectId}
          saved={{ question, answer }}
          mayWrite={mayWrite}
          narrow={narrow}
          onAskAgain={() => onAsk(question)}
        />
      )}
      {answer?.answered && isLast && mayWrite && !narrow && (
        <div className="flex flex-wrap gap-2 max-sm:flex-col">
          {texts.followUps.map((followUp) => (
            <Button key={followUp} onClick={() => onAsk(followUp)} className="justify-start">
              <span aria-hidden="true">↳</span> {followUp}
            </Button>
          ))}
        </div>
      )}
    </article>
  );
}
