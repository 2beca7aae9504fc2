/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Draft, draftOf } from '../answers/draft.ts';
import { SentElsewhere } from '../answers/queue.ts';
import { automaticContinue, type Store } from '../answers/storage.ts';
import { useAnswers } from '../answers/use-answers.ts';
import { type Client, isLinkRefusal } from '../api/client.ts';
import type {
  Answer,
  AnswerBody,
  FollowUp,
  Question,
  ResponseState,
  SurveyProgress,
  Visit,
} from '../api/wire.ts';
import { useTexts } from '../texts/context.tsx';
import type { Texts } from '../texts/en.ts';
import { Frame } from '../ui/frame.tsx';
import { useExclusive } from '../ui/use-exclusive.ts';
import { QuestionPage } from './question-page.tsx';
import { ReviewPage } from './review-page.tsx';
import { SaveState } from './save-state.tsx';
import { Trouble } from './trouble.tsx';

interface SurveyProps {
  client: Client;
  store: Store;
  visit: Visit;
  response: ResponseState;
  /** Whether answers of an earlier visit are sent first. */
  catchesUp: boolean;
  actions: ComponentChildren;
  /** Loads the state again, because the link, the test or the response changed. */
  onReload(): void;
  onFinished(status: 'completed' | 'screened_out', redirectUrl: string | null): void;
  /** What comes after the last question; undefined: the answers can be sent. */
  onAsked: (() => void) | undefined;
}

/** After a page that continued by itself, a click on its button can come too late and must not skip a question. */
const ignoredMs = 800;

/** What is on the screen. Without a question, everything is answered. */
interface Step {
  question: Question | null;
  stored: Answer | null;
  /** Counts the pages of the participant's path from 1. */
  number: number;
  /** For a follow-up question of an AI survey: its number, and the question that comes after it. */
  followUp?: { turn: number; after: Pick<Step, 'question' | 'stored'> };
}

/** Drafts of a question and of its follow-up questions. A changed answer gets another follow-up question with the same number. */
const draftKey = ({ question, followUp }: Step) =>
  followUp ? `${question?.id}.${followUp.turn}.${question?.text}` : (question?.id ?? '');

function overlineOf(question: Question, step: Step, progress: SurveyProgress, t: Texts): string {
  if (step.followUp) return t.followUp;
  if (question.in_screener) return t.screening;
  return question.number === null ? '' : t.progress(question.number, progress.question_count);
}

export function Survey(props: SurveyProps) {
  const { client, store, visit, response, onReload, onFinished, onAsked } = props;
  const { t } = useTexts();
  const [progress, setProgress] = useState<SurveyProgress>(response.progress);
  const [step, setStep] = useState<Step>({
    question: response.question,
    stored: null,
    number: response.progress.answered + 1,
  });
  const [lastAnswered, setLastAnswered] = useState(response.answers.at(-1)?.question_id);
  const [error, setError] = useState('');
  const { busy, run } = useExclusive();
  const automatic = useMemo(() => automaticContinue(store), [store]);
  const [isAutomatic, setAutomatic] = useState(automatic.find);
  /** Until then, clicks that were meant for the page before are ignored. */
  const settledMs = useRef(0);
  const unlessJustShown = (action: () => void) => {
    if (performance.now() >= settledMs.current) action();
  };
  const { queue, queueState, drafts, isCatchingUp } = useAnswers(client, store, response.id, props.catchesUp);
  const isAsked = step.question === null && !isCatchingUp && onAsked !== undefined;

  useEffect(() => {
    if (isCatchingUp === 'done') onReload();
  }, [isCatchingUp, onReload]);
  useEffect(() => {
    if (isAsked) onAsked?.();
  }, [isAsked, onAsked]);

  const attempt = (action: () => Promise<void>) =>
    run(async () => {
      setError('');
      try {
        await action();
      } catch (failure) {
        if (isLinkRefusal(failure) || failure instanceof SentElsewhere) onReload();
        else setError(t.failed);
      }
    });

  /** Another tab may have saved an answer that this page has never shown. Skipping the question must not remove it. */
  async function isAnsweredElsewhere(questionId: string): Promise<boolean> {
    if (step.stored && !step.stored.skipped) return false;
    const { answer: saved } = await client.question(questionId).catch(() => ({ answer: null }));
    return saved !== null && !saved.skipped;
  }
  const answer = (question: Question, body: AnswerBody, isAutomaticAnswer: boolean) =>
    attempt(async () => {
      const { followUp } = step;
      if (body.skipped && !followUp && (await isAnsweredElsewhere(question.id))) throw new SentElsewhere();
      const saved = await queue.push(question.id, followUp ? { ...body, turn: followUp.turn } : body);
      drafts.remove(draftKey(step));
      setLastAnswered(question.id);
      setProgress(saved.progress);
      if (saved.status === 'screened_out') return onFinished('screened_out', null);
      const after = followUp ? followUp.after : { question: saved.next, stored: saved.next_answer };
      const asked = body.skipped ? null : await askFollowUp(question, followUp?.turn ?? 0);
      if (isAutomaticAnswer) settledMs.current = performance.now() + ignoredMs;
      setStep(
        asked
          ? { ...asked, number: step.number, followUp: { turn: asked.turn, after } }
          : { ...after, number: step.number + 1 },
      );
    });
  /** AI surveys ask about answers. If the moderator can't be reached, the survey goes on. */
  async function askFollowUp(question: Question, turn: number) {
    if (visit.test.type !== 'ai_survey' || question.in_screener || question.type === 'statement') return null;
    const { question: text, answer: stored } = await client
      .followUp(question.id, turn)
      .catch((): FollowUp => ({ question: null, answer: null }));
    const open = { type: 'open' as const, required: false, options: [], scale: null, media_url: null };
    return text ? { question: { ...question, ...open, text }, stored, turn: turn + 1 } : null;
  }
  const back = () =>
    attempt(async () => {
      // The server knows the path: an earlier answer may have changed which question comes before this one.
      const id = step.question
        ? (await client.question(step.question.id)).previous_question_id
        : lastAnswered;
      if (!id) return;
      const { question, answer: stored } = await client.question(id);
      setStep({ question, stored, number: Math.max(step.number - 1, 1) });
    });
  const submit = () =>
    attempt(async () => {
      const { status, redirect_url: redirectUrl } = await client.submit();
      onFinished(status === 'screened_out' ? 'screened_out' : 'completed', redirectUrl);
    });

  const { question } = step;
  const saveDraft = useCallback((draft: Draft) => void drafts.set(draftKey(step), draft), [drafts, step]);
  const notice = (
    <Trouble isOffline={queueState === 'waiting'} error={error} onRetry={() => void queue.flush()} />
  );
  const onBack = step.number > 1 && progress.answered > 0 && !step.followUp ? () => void back() : undefined;

  return (
    <Frame
      researcher={visit.test.researcher}
      aside={<SaveState state={queueState} hasSaved={progress.answered > 0} />}
      progress={progress}
      actions={props.actions}
    >
      {isCatchingUp || isAsked ? (
        notice
      ) : question ? (
        <QuestionPage
          key={draftKey(step)}
          client={client}
          question={question}
          canRecord={visit.test.consent?.recording ?? false}
          canSpeak={visit.test.type === 'ai_survey' && !question.in_screener}
          initial={drafts.find(draftKey(step)) ?? draftOf(question, step.stored)}
          overline={overlineOf(question, step, progress, t)}
          busy={busy}
          notice={notice}
          onDraft={saveDraft}
          onAnswer={(body, isByItself) => unlessJustShown(() => void answer(question, body, isByItself))}
          isAutomatic={isAutomatic}
          onAutomatic={(isOn) => {
            setAutomatic(isOn);
            automatic.set(isOn);
          }}
          onBack={onBack}
        />
      ) : (
        <ReviewPage
          busy={busy}
          notice={notice}
          onBack={onBack}
          onSubmit={() => unlessJustShown(() => void submit())}
        />
      )}
    </Frame>
  );
}
