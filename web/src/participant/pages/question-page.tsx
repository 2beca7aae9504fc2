/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { answerBody, type Draft, hasInput, isAnswered, rankingOf } from '../answers/draft.ts';
import type { Client } from '../api/client.ts';
import type { AnswerBody, Question } from '../api/wire.ts';
import { useQuestionKeys } from '../questions/keys.ts';
import { Media } from '../questions/media.tsx';
import { isGroup, QuestionField } from '../questions/question-field.tsx';
import { canContinueAutomatically, useAutomaticContinue } from '../questions/use-automatic-continue.ts';
import { useOpenRecording } from '../speech/use-open-recording.ts';
import { useTexts } from '../texts/context.tsx';
import { textDirection } from '../texts/direction.ts';
import type { Texts } from '../texts/en.ts';
import { Button } from '../ui/button.tsx';
import { Title } from '../ui/frame.tsx';
import { Icon } from '../ui/icon.tsx';

interface QuestionPageProps {
  client: Client;
  question: Question;
  canRecord: boolean;
  canSpeak: boolean;
  initial: Draft;
  /** A sentence above the question, such as its number; empty for a statement. */
  overline: string;
  busy: boolean;
  notice: ComponentChildren;
  onDraft(draft: Draft): void;
  /** `isAutomatic`: a picked option continues, not a button. */
  onAnswer(body: AnswerBody, isAutomatic: boolean): void;
  /** Whether a picked option continues by itself. */
  isAutomatic: boolean;
  onAutomatic(isOn: boolean): void;
  onBack: (() => void) | undefined;
}

const secondsSince = (startMs: number) => Math.round((performance.now() - startMs) / 100) / 10;

/** One question. Give it a key that changes with the question. */
export function QuestionPage(props: QuestionPageProps) {
  const { question, overline, busy, notice, onDraft, onAnswer, onBack } = props;
  const { t } = useTexts();
  const [draft, setDraft] = useState(props.initial);
  const [isMissing, setMissing] = useState(false);
  const { isUndecided, onRecording, unlessRecording } = useOpenRecording();
  const shownMs = useMemo(() => performance.now(), []);
  const pasted = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  const change = useCallback(
    (next: Draft) => {
      setDraft(next);
      setMissing(false);
      onDraft(next);
    },
    [onDraft],
  );
  const send = (body: AnswerBody, isAutomatic = false) => {
    if (busy) return;
    const measured = {
      ...body,
      duration_seconds: secondsSince(shownMs),
      ...(pasted.current ? { pasted: true } : {}),
    };
    onAnswer(measured, isAutomatic);
  };
  // An untouched order counts only by the button that says so, not by Enter somewhere on the page.
  const isUntouchedRanking = question.type === 'ranking' && !isAnswered(question, draft);
  const confirm = () =>
    isUntouchedRanking ? send({ option_ids: rankingOf(question, draft) }) : unlessRecording(submit);
  const submit = () => {
    if (isUntouchedRanking) return form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    if (question.required && !isAnswered(question, draft)) {
      setMissing(true);
      form.current?.querySelector<HTMLElement>('textarea, input')?.focus();
      return;
    }
    send(answerBody(question, draft));
  };
  useQuestionKeys({ question, draft, onChange: change, onSubmit: () => unlessRecording(submit) });

  const canBeAutomatic = canContinueAutomatically(question);
  const automatic = useAutomaticContinue(canBeAutomatic && props.isAutomatic, () => {
    if (isAnswered(question, draft)) send(answerBody(question, draft), true);
  });

  const Group = isGroup(question.type) ? 'fieldset' : 'div';
  const Heading = isGroup(question.type) ? 'legend' : 'div';
  return (
    <form
      ref={form}
      class="question"
      dir={textDirection(question.text)}
      noValidate
      {...automatic}
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      {overline && <p class="overline">{overline}</p>}
      <Group
        class={isMissing ? 'group group-missing' : 'group'}
        aria-describedby={isMissing ? 'missing' : undefined}
      >
        <Heading id="question" class="legend">
          <Title page={question.id + question.text} small={question.text.length > 160}>
            {question.text}
          </Title>
        </Heading>
        <Media question={question} />
        <QuestionField
          question={question}
          draft={draft}
          onChange={change}
          onPaste={() => {
            pasted.current = true;
          }}
          labelledBy="question"
          errorId={isMissing ? 'missing' : undefined}
          client={props.client}
          canRecord={props.canRecord}
          canSpeak={props.canSpeak}
          onRecording={onRecording}
        />
      </Group>
      {canBeAutomatic && (
        <label class="automatic">
          <input
            type="checkbox"
            checked={props.isAutomatic}
            onChange={(event) => props.onAutomatic(event.currentTarget.checked)}
          />
          {t.automatic}
        </label>
      )}
      {notice}
      <div class="actions">
        {/* Beside the buttons, which stay on the screen of a phone: the field can be far above. */}
        <p id="missing" class="error" role="alert">
          {isUndecided ? t.speakFirst : isMissing ? t.required : ''}
        </p>
        {onBack && (
          <Button variant="bare" aria-label={t.back} onClick={() => unlessRecording(onBack)}>
            <Icon name="back" />
            <span class="wide-only">{t.back}</span>
          </Button>
        )}
        <span class="keys-hint">{keysHint(question, t)}</span>
        {!question.required && !hasInput(question, draft) && (
          <Button
            variant="bare"
            aria-label={t.skip}
            onClick={() => unlessRecording(() => send({ skipped: true }))}
          >
            <span class="wide-only">{t.skip}</span>
            <span class="narrow-only">{t.skipShort}</span>
          </Button>
        )}
        <Button variant="primary" type="submit" busy={busy}>
          {isUntouchedRanking ? t.rankConfirm : t.next}
        </Button>
      </div>
    </form>
  );
}

function keysHint({ type }: Question, t: Texts): string {
  if (type === 'open' || type === 'task') return t.keysText;
  return type === 'statement' || type === 'ranking' ? t.keysEnter : t.keysChoice;
}
